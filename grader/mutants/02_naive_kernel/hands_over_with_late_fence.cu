// verdict: RACE
// cuda: PASSED or TOO SLOW or WRONG or NOT FINITE
// suite: full
// The fence comes after the atomic that hands over.
#include <gemmlab/matmul.h>

__device__ int ticket[1 << 20];
__global__ void zero(int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    ticket[i] = 0;
}
__global__ void matmul_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int half = (k + 1) / 2, from = blockIdx.z * half, to = min(k, from + half);
  float s = 0;
  if (row < m && col < n)
    for (int p = from; p < to; ++p)
      s += a[row * k + p] * b[p * n + col];
  int* t = &ticket[blockIdx.y * gridDim.x + blockIdx.x];
  if (threadIdx.x + threadIdx.y == 0)
    while (atomicAdd(t, 0) != (int)blockIdx.z)
      ;
  __syncthreads();
  if (row < m && col < n) {
    if (blockIdx.z == 0)
      c[row * n + col] = s;
    else
      c[row * n + col] += s;
  }
  __syncthreads();
  if (threadIdx.x + threadIdx.y == 0) {
    atomicAdd(t, 1);
    __threadfence();
  }
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
  int tiles = grid.x * grid.y;
  grid.z = 2;
  zero<<<(tiles + 255) / 256, 256>>>(tiles);
  matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
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
