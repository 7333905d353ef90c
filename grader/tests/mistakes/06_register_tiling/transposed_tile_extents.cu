// verdict: OUT OF BOUNDS
// look: 17
// mistake: A's tile is used transposed, but its extents are not exchanged.
// Lab 06, A's tile is stored transposed: its columns are rows in shared memory
#include <gemmlab/matmul.h>

#define BM 128
#define BN 128
#define BK 16
#define TM 8
#define TN 8
#define ROWS (BM / TM)
#define COLS (BN / TN)
#define THREADS (ROWS * COLS)

__global__ void gemm(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[BM][BK + 1];
  __shared__ float Bs[BK][BN];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int tid = ty * COLS + tx;
  const int row0 = blockIdx.y * BM;
  const int col0 = blockIdx.x * BN;
  float acc[TM][TN] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = tid; i < BM * BK; i += THREADS) {
      const int r = i / BK;
      const int q = i % BK;
      As[q][r] = (row0 + r < M && k0 + q < K) ? A[(row0 + r) * K + k0 + q] : 0.0f;
    }
    for (int i = tid; i < BK * BN; i += THREADS) {
      const int q = i / BN;
      const int s = i % BN;
      Bs[q][s] = (k0 + q < K && col0 + s < N) ? B[(k0 + q) * N + col0 + s] : 0.0f;
    }
    __syncthreads();

    for (int p = 0; p < BK; p++) {
      float fa[TM], fb[TN];
      for (int i = 0; i < TM; i++) fa[i] = As[p][ty + i * ROWS];
      for (int j = 0; j < TN; j++) fb[j] = Bs[p][tx + j * COLS];
      for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++) acc[i][j] += fa[i] * fb[j];
    }
    __syncthreads();
  }

  for (int i = 0; i < TM; i++) {
    const int row = row0 + ty + i * ROWS;
    if (row >= M) continue;
    for (int j = 0; j < TN; j++) {
      const int col = col0 + tx + j * COLS;
      if (col < N) C[row * N + col] = acc[i][j];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(COLS, ROWS);
  dim3 grid((n + BN - 1) / BN, (m + BM - 1) / BM);
  gemm<<<grid, block>>>(a, b, c, m, n, k);
}
