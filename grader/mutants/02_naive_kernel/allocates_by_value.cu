// verdict: CRASHED
// cuda: CRASHED or PARTIAL or OUT OF BOUNDS
// suite: full
// line: 24
// cudaMalloc gets the value of a pointer, with a cast that hides it.
#include <gemmlab/matmul.h>
__global__ void kern(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y,
            col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n)
    return;
  float sum = 0;
  for (int p = 0; p < k; ++p)
    sum += a[row * k + p] * b[p * n + col];
  c[row * n + col] = sum;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
  kern<<<grid, block>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float *da, *db, *dc;
  cudaMalloc((void**)da, sizeof(float) * m * k);
  cudaMalloc(&db, sizeof(float) * k * n);
  cudaMalloc(&dc, sizeof(float) * m * n);
  cudaMemcpy(da, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);
  matmul(da, db, dc, m, n, k);
  cudaError_t e = cudaGetLastError();
  if (e == cudaSuccess)
    e = cudaMemcpy(c, dc, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
  return e;
}
