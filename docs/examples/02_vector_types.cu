// verdict: PASSED
// Four sums in one float4, whose members are x, y, z and w: a thread computes four neighbours of a
// row. float4 has no operators; a function for both sides is compiled twice.
#include <gemmlab/matmul.h>

// s * v + sums, for host and device.
__host__ __device__ inline float4 fused(float s, float4 v, float4 sums) {
#ifdef __CUDA_ARCH__  // defined, 900 for sm_90, in the pass that makes code for the device
  return make_float4(__fmaf_rn(s, v.x, sums.x), __fmaf_rn(s, v.y, sums.y),
                     __fmaf_rn(s, v.z, sums.z), __fmaf_rn(s, v.w, sums.w));
#else
  return make_float4(s * v.x + sums.x, s * v.y + sums.y, s * v.z + sums.z, s * v.w + sums.w);
#endif
}

// Four neighbours of a row. An address of a float4 must be a multiple of 16 bytes, which holds if
// all rows have a multiple of 4 elements.
__device__ float4 four_of(const float* row, int col, int n) {
  if (n % 4 == 0) {
    return *reinterpret_cast<const float4*>(row + col);
  }
  return make_float4(row[col], col + 1 < n ? row[col + 1] : 0.0f, col + 2 < n ? row[col + 2] : 0.0f,
                     col + 3 < n ? row[col + 3] : 0.0f);
}

// C = A * B, four neighbours of a row of C per thread.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/128), ceil(m/8)), block (32, 8)
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
__global__ void quads_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (row < m && col < n) {
    float4 sums = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    for (int p = 0; p < k; ++p) {
      sums = fused(a[row * k + p], four_of(b + p * n, col, n), sums);
    }
    const float four[] = {sums.x, sums.y, sums.z, sums.w};
    for (int j = 0; j < 4 && col + j < n; ++j) {
      c[row * n + col + j] = four[j];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  quads_kernel<<<dim3((n + 127) / 128, (m + 7) / 8), dim3(32, 8)>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  const size_t a_bytes = sizeof(float) * m * k;
  const size_t b_bytes = sizeof(float) * k * n;
  const size_t c_bytes = sizeof(float) * m * n;
  float* a_device = nullptr;
  float* b_device = nullptr;
  float* c_device = nullptr;
  cudaMalloc(&a_device, a_bytes);
  cudaMalloc(&b_device, b_bytes);
  cudaMalloc(&c_device, c_bytes);
  cudaMemcpy(a_device, a, a_bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b_device, b, b_bytes, cudaMemcpyHostToDevice);
  matmul(a_device, b_device, c_device, m, n, k);
  const cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) {
    cudaMemcpy(c, c_device, c_bytes, cudaMemcpyDeviceToHost);
  }
  cudaFree(a_device);
  cudaFree(b_device);
  cudaFree(c_device);
  return error;
}
