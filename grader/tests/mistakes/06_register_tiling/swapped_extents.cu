// verdict: RACE
// look: 47 48 51
// mistake: The store loops use the extents of the 8 x 4 register tile the wrong way round (i <
// TN, j < TM): half of the sums are not stored, and indices past the rows of acc are stored to
// columns of other threads.
#include <gemmlab/matmul.h>

#define BM 128
#define BN 64
#define BK 16
#define TM 8
#define TN 4

__global__ void rect(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[BM][BK];
  __shared__ float Bs[BK][BN];
  int tx = threadIdx.x, ty = threadIdx.y;
  int lin = ty * blockDim.x + tx;
  int nthr = blockDim.x * blockDim.y;
  int rowBase = blockIdx.y * BM;
  int colBase = blockIdx.x * BN;

  float acc[TM][TN];
  for (int i = 0; i < TM; i++)
    for (int j = 0; j < TN; j++) acc[i][j] = 0.0f;

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int e = lin; e < BM * BK; e += nthr) {
      int r = e / BK, q = e % BK;
      As[r][q] = (rowBase + r < M && k0 + q < K) ? A[(rowBase + r) * K + k0 + q] : 0.0f;
    }
    for (int e = lin; e < BK * BN; e += nthr) {
      int r = e / BN, q = e % BN;
      Bs[r][q] = (k0 + r < K && colBase + q < N) ? B[(k0 + r) * N + colBase + q] : 0.0f;
    }
    __syncthreads();
    for (int p = 0; p < BK; p++) {
      float av[TM], bv[TN];
      for (int i = 0; i < TM; i++) av[i] = As[ty + i * (BM / TM)][p];
      for (int j = 0; j < TN; j++) bv[j] = Bs[p][tx + j * (BN / TN)];
      for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++) acc[i][j] += av[i] * bv[j];
    }
    __syncthreads();
  }

  for (int i = 0; i < TN; i++) {
    for (int j = 0; j < TM; j++) {
      int r = rowBase + ty + i * (BM / TM);
      int q = colBase + tx + j * (BN / TN);
      if (r < M && q < N) C[r * N + q] = acc[i][j];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(BN / TN, BM / TM);
  dim3 grid((n + BN - 1) / BN, (m + BM - 1) / BM);
  rect<<<grid, block>>>(a, b, c, m, n, k);
}
