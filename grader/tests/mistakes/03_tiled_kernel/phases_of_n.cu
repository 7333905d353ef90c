// verdict: OUT OF BOUNDS
// look: 12
// mistake: The number of phases is computed from n.
#include <gemmlab/matmul.h>

#define TS 32
__global__ void tiled(const float* A, const float* B, float* C, int m, int n, int k) {
  __shared__ float at[TS][TS];
  __shared__ float bt[TS][TS];
  const int row = blockIdx.y * TS + threadIdx.y;
  const int col = blockIdx.x * TS + threadIdx.x;
  const int numTiles = n / TS;
  float result = 0.0f;
  int aIdx = row * k + threadIdx.x;
  int bIdx = threadIdx.y * n + col;
  for (int tile = 0; tile < numTiles; tile++) {
    at[threadIdx.y][threadIdx.x] = A[aIdx];
    bt[threadIdx.y][threadIdx.x] = B[bIdx];
    aIdx += TS;
    bIdx += TS * n;
    __syncthreads();
#pragma unroll
    for (int e = 0; e < TS; e++) result += at[threadIdx.y][e] * bt[e][threadIdx.x];
    __syncthreads();
  }
  C[row * n + col] = result;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(TS, TS);
  dim3 grid(n / TS, m / TS);
  tiled<<<grid, block>>>(a, b, c, m, n, k);
}
