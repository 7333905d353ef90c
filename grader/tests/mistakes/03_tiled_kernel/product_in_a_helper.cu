// verdict: RACE
// look: 25
// mistake: the barrier after the reads is missing; they are in a function of their own.
#include <gemmlab/matmul.h>
#define TW 16

__device__ float dotTile(float As[TW][TW], float Bs[TW][TW], int r, int c) {
  float s = 0.0f;
  for (int q = 0; q < TW; ++q) s += As[r][q] * Bs[q][c];
  return s;
}

__global__ void tiled(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float As[TW][TW];
  __shared__ float Bs[TW][TW];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TW + ty;
  int col = blockIdx.x * TW + tx;
  float acc = 0.0f;
  for (int ph = 0; ph < k / TW; ++ph) {
    As[ty][tx] = a[row * k + ph * TW + tx];
    Bs[ty][tx] = b[(ph * TW + ty) * n + col];
    __syncthreads();
    acc += dotTile(As, Bs, ty, tx);
  }
  c[row * n + col] = acc;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled<<<dim3(n / TW, m / TW), dim3(TW, TW)>>>(a, b, c, n, k);
}
