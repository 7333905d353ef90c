// verdict: MISSES THE POINT
// look: 15
// mistake: Blocks of 64 rows begin 32 rows apart: each row is computed by two.
// words: several threads compute the same elements
#include <gemmlab/matmul.h>
#define BM 64
#define BN 32
#define BK 32
#define TM 4
#define TY (BM / TM)
__global__ void coarse(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[BM][BK];
  __shared__ float Bs[BK][BN];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int firstRow = blockIdx.y * BK;
  const int firstCol = blockIdx.x * BN;
  float acc[TM] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int y = ty; y < BM; y += TY)
      As[y][tx] = (firstRow + y < M && k0 + tx < K) ? A[(firstRow + y) * K + k0 + tx] : 0.0f;
    for (int y = ty; y < BK; y += TY)
      Bs[y][tx] = (k0 + y < K && firstCol + tx < N) ? B[(k0 + y) * N + firstCol + tx] : 0.0f;
    __syncthreads();
    for (int p = 0; p < BK; p++) {
      float bv = Bs[p][tx];
      for (int i = 0; i < TM; i++) acc[i] += As[ty + i * TY][p] * bv;
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; i++) {
    int r = firstRow + ty + i * TY;
    int cc = firstCol + tx;
    if (r < M && cc < N) C[r * N + cc] = acc[i];
  }
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(BN, TY);
  dim3 grid((n + BN - 1) / BN, (m + BK - 1) / BK);
  coarse<<<grid, block>>>(a, b, c, m, n, k);
}
