// verdict: RACE
// cuda: WRONG or PASSED or TOO SLOW
// suite: full
// Two blocks share an element's sum and add to C by a single atomicCAS: who does not know that it
// may fail, and then has to be tried again.
#include <gemmlab/matmul.h>

constexpr int kSide = 16;

__global__ void zero_kernel(float* c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    c[i] = 0;
  }
}

__device__ void add(float* sum, float value) {
  int* const bits = reinterpret_cast<int*>(sum);
  const int before = *bits;
  atomicCAS(bits, before, __float_as_int(__int_as_float(before) + value));
}

// Block z of a column of blocks adds every other product of an element's sum.
__global__ void split_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0;
    for (int i = blockIdx.z; i < k; i += gridDim.z) {
      sum += a[row * k + i] * b[i * n + col];
    }
    add(&c[row * n + col], sum);
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kSide - 1) / kSide, (m + kSide - 1) / kSide, 2);
  zero_kernel<<<(m * n + 255) / 256, 256>>>(c, m * n);
  split_kernel<<<grid, dim3(kSide, kSide)>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float *da, *db, *dc;
  size_t sa = sizeof(float) * m * k, sb = sizeof(float) * k * n, sc = sizeof(float) * m * n;
  cudaMalloc(&da, sa);
  cudaMalloc(&db, sb);
  cudaMalloc(&dc, sc);
  cudaMemcpy(da, a, sa, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sb, cudaMemcpyHostToDevice);
  matmul(da, db, dc, m, n, k);
  cudaError_t e = cudaGetLastError();
  cudaMemcpy(c, dc, sc, cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
  return e;
}
