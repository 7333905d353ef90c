// verdict: UNINITIALISED
// look: 28
// mistake: The stride of B's copy is computed with A's width.
#include <gemmlab/matmul.h>

#define CEIL_DIV(M, N) (((M) + (N) - 1) / (N))

template <const int BM, const int BN, const int BK, const int TM, const int TN>
__global__ void sgemm2DBlocktiling(int M, int N, int K, const float* A, const float* B, float* C) {
  const int numThreads = (BM * BN) / (TM * TN);

  const int cRow = blockIdx.y * BM;
  const int cCol = blockIdx.x * BN;

  // this thread's place in the block's tile of C
  const int threadRow = threadIdx.x / (BN / TN);
  const int threadCol = threadIdx.x % (BN / TN);

  __shared__ float As[BM * BK];
  __shared__ float Bs[BK * BN];

  // what this thread loads into shared memory
  const int innerRowA = threadIdx.x / BK;
  const int innerColA = threadIdx.x % BK;
  const int strideA = numThreads / BK;
  const int innerRowB = threadIdx.x / BN;
  const int innerColB = threadIdx.x % BN;
  const int strideB = numThreads / BK;

  float threadResults[TM * TN] = {0.0f};
  float regM[TM] = {0.0f};
  float regN[TN] = {0.0f};

  for (int bkIdx = 0; bkIdx < K; bkIdx += BK) {
    for (int off = 0; off < BM; off += strideA) {
      const int r = cRow + innerRowA + off;
      const int q = bkIdx + innerColA;
      As[(innerRowA + off) * BK + innerColA] = (r < M && q < K) ? A[r * K + q] : 0.0f;
    }
    for (int off = 0; off < BK; off += strideB) {
      const int q = bkIdx + innerRowB + off;
      const int s = cCol + innerColB;
      Bs[(innerRowB + off) * BN + innerColB] = (q < K && s < N) ? B[q * N + s] : 0.0f;
    }
    __syncthreads();

    for (int dotIdx = 0; dotIdx < BK; ++dotIdx) {
      for (int i = 0; i < TM; ++i) {
        regM[i] = As[(threadRow + i * (BM / TM)) * BK + dotIdx];
      }
      for (int i = 0; i < TN; ++i) {
        regN[i] = Bs[dotIdx * BN + threadCol + i * (BN / TN)];
      }
      for (int resIdxM = 0; resIdxM < TM; ++resIdxM) {
        for (int resIdxN = 0; resIdxN < TN; ++resIdxN) {
          threadResults[resIdxM * TN + resIdxN] += regM[resIdxM] * regN[resIdxN];
        }
      }
    }
    __syncthreads();
  }

  for (int resIdxM = 0; resIdxM < TM; ++resIdxM) {
    for (int resIdxN = 0; resIdxN < TN; ++resIdxN) {
      const int r = cRow + threadRow + resIdxM * (BM / TM);
      const int s = cCol + threadCol + resIdxN * (BN / TN);
      if (r < M && s < N) {
        C[r * N + s] = threadResults[resIdxM * TN + resIdxN];
      }
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const int BM = 128;
  const int BN = 128;
  const int BK = 8;
  const int TM = 8;
  const int TN = 8;
  dim3 gridDim(CEIL_DIV(n, BN), CEIL_DIV(m, BM));
  dim3 blockDim((BM * BN) / (TM * TN));
  sgemm2DBlocktiling<BM, BN, BK, TM, TN><<<gridDim, blockDim>>>(m, n, k, a, b, c);
}
