// verdict: NOT FINITE
// look: 9
// mistake: One tile lacks __shared__: each thread has its own.
#include <gemmlab/matmul.h>

#define TS 16
__global__ void tiled(const float* A, const float* B, float* C, int m, int n, int k) {
  __shared__ float tileA[TS][TS];
  float tileB[TS][TS];
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int off = 0; off < k; off += TS) {
    tileA[threadIdx.y][threadIdx.x] = A[r * k + off + threadIdx.x];
    tileB[threadIdx.y][threadIdx.x] = B[(off + threadIdx.y) * n + s];
    __syncthreads();
    for (int i = 0; i < TS; i++) sum += tileA[threadIdx.y][i] * tileB[i][threadIdx.x];
    __syncthreads();
  }
  C[r * n + s] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(TS, TS);
  dim3 grid(n / TS, m / TS);
  tiled<<<grid, block>>>(a, b, c, m, n, k);
}
