// verdict: UNINITIALISED
// look: 25 26 27 28 33 34
// mistake: Each of the 256 threads copies one element of each tile, but the tiles have 1024
// elements: there is no loop, so three quarters stay unset.
#include <gemmlab/matmul.h>

#define BM 64
#define BN 64
#define BK 16
#define TM 4
#define TN 4

__global__ void sgemm(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[BM][BK];
  __shared__ float Bs[BK][BN];

  const int tx = threadIdx.x;   // 0..15
  const int ty = threadIdx.y;   // 0..15
  const int tid = ty * 16 + tx;
  const int row0 = blockIdx.y * BM;
  const int col0 = blockIdx.x * BN;
  float acc[TM][TN] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    const int ar = tid / BK, ac = tid % BK;
    const int br = tid / BN, bc = tid % BN;
    As[ar][ac] = (row0 + ar < M && k0 + ac < K) ? A[(row0 + ar) * K + k0 + ac] : 0.f;
    Bs[br][bc] = (k0 + br < K && col0 + bc < N) ? B[(k0 + br) * N + col0 + bc] : 0.f;
    __syncthreads();

    for (int p = 0; p < BK; ++p) {
      float ra[TM], rb[TN];
      for (int i = 0; i < TM; ++i) ra[i] = As[ty + i * 16][p];
      for (int j = 0; j < TN; ++j) rb[j] = Bs[p][tx + j * 16];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) acc[i][j] += ra[i] * rb[j];
    }
    __syncthreads();
  }

  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j) {
      const int r = row0 + ty + i * 16, q = col0 + tx + j * 16;
      if (r < M && q < N) C[r * N + q] = acc[i][j];
    }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(16, 16);
  dim3 grid((n + BN - 1) / BN, (m + BM - 1) / BM);
  sgemm<<<grid, block>>>(a, b, c, m, n, k);
}
