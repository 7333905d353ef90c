// verdict: PASSED
// suite: full
// Right but unusual: copies of A and B in pitched memory of three dimensions.
#include <gemmlab/matmul.h>

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k,
                             int a_width, int b_width) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0;
    for (int i = 0; i < k; ++i) {
      sum += a[row * a_width + i] * b[i * b_width + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  cudaPitchedPtr copies[2];
  const float* matrices[2] = {a, b};
  const int rows[2] = {m, k}, cols[2] = {k, n};
  for (int i = 0; i < 2; ++i) {
    const cudaExtent extent = make_cudaExtent(sizeof(float) * cols[i], rows[i], 1);
    cudaMalloc3D(&copies[i], extent);
    cudaMemset3D(copies[i], 0, extent);
    cudaMemcpy3DParms copy = {0};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<float*>(matrices[i]), sizeof(float) * cols[i],
                                      cols[i], rows[i]);
    copy.dstPtr = copies[i];
    copy.extent = extent;
    copy.kind = cudaMemcpyDeviceToDevice;
    cudaMemcpy3D(&copy);
  }
  naive_kernel<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(
      static_cast<float*>(copies[0].ptr), static_cast<float*>(copies[1].ptr), c, m, n, k,
      copies[0].pitch / sizeof(float), copies[1].pitch / sizeof(float));
  cudaFree(copies[0].ptr);
  cudaFree(copies[1].ptr);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float *a_device = nullptr, *b_device = nullptr, *c_device = nullptr;
  cudaMalloc(&a_device, sizeof(float) * m * k);
  cudaMalloc(&b_device, sizeof(float) * k * n);
  cudaMalloc(&c_device, sizeof(float) * m * n);
  cudaMemcpy(a_device, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(b_device, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);
  matmul(a_device, b_device, c_device, m, n, k);
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) {
    error = cudaMemcpy(c, c_device, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  }
  cudaFree(c_device);
  cudaFree(b_device);
  cudaFree(a_device);
  return error;
}
