// verdict: OUT OF BOUNDS
// look: 28
// mistake: The fast path is also taken in a last, partial phase.
// Lab 06, blocks inside of C load without tests
#include <gemmlab/matmul.h>

#define BM 64
#define BN 64
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
    const bool whole = row0 + BM <= M && col0 + BN <= N;
    if (whole) {
      for (int i = tid; i < BM * BK; i += THREADS) {
        As[i / BK][i % BK] = A[(row0 + i / BK) * K + k0 + i % BK];
      }
      for (int i = tid; i < BK * BN; i += THREADS) {
        Bs[i / BN][i % BN] = B[(k0 + i / BN) * N + col0 + i % BN];
      }
    } else {
      for (int i = tid; i < BM * BK; i += THREADS) {
        const int r = row0 + i / BK;
        const int q = k0 + i % BK;
        As[i / BK][i % BK] = (r < M && q < K) ? A[r * K + q] : 0.0f;
      }
      for (int i = tid; i < BK * BN; i += THREADS) {
        const int q = k0 + i / BN;
        const int s = col0 + i % BN;
        Bs[i / BN][i % BN] = (q < K && s < N) ? B[q * N + s] : 0.0f;
      }
    }
    __syncthreads();

    for (int p = 0; p < BK; p++) {
      float fa[TM], fb[TN];
      for (int i = 0; i < TM; i++) fa[i] = As[ty + i * ROWS][p];
      for (int j = 0; j < TN; j++) fb[j] = Bs[p][tx + j * COLS];
      for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++) acc[i][j] += fa[i] * fb[j];
    }
    __syncthreads();
  }

  for (int i = 0; i < TM; i++) {
    for (int j = 0; j < TN; j++) {
      const int row = row0 + ty + i * ROWS;
      const int col = col0 + tx + j * COLS;
      if (row < M && col < N) C[row * N + col] = acc[i][j];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(COLS, ROWS);
  dim3 grid((n + BN - 1) / BN, (m + BM - 1) / BM);
  gemm<<<grid, block>>>(a, b, c, m, n, k);
}
