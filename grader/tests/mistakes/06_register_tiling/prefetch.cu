// verdict: RACE
// look: 39 40 41 49 50 53 54
// mistake: The next tiles, prefetched into registers, are written to shared memory without a
// barrier after the products: other threads still read the old tiles.
#include <gemmlab/matmul.h>

#define BM 64
#define BN 64
#define BK 16
#define TM 4
#define TN 4
#define NT 256
#define LOADS (BM * BK / NT)   // 4, for both tiles

__device__ inline void fetch(const float* a, const float* b, float* ra, float* rb, int tid, int row0,
                             int col0, int k0, int m, int n, int k) {
#pragma unroll
  for (int l = 0; l < LOADS; ++l) {
    const int i = tid + l * NT;
    const int ay = row0 + i / BK, ax = k0 + i % BK;
    const int by = k0 + i / BN, bx = col0 + i % BN;
    ra[l] = ay < m && ax < k ? a[ay * k + ax] : 0.0f;
    rb[l] = by < k && bx < n ? b[by * n + bx] : 0.0f;
  }
}

__global__ void pipelined(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float as[BM * BK];
  __shared__ float bs[BK * BN];
  const int tid = threadIdx.x;
  const int tx = tid % 16, ty = tid / 16;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float acc[TM][TN] = {};
  float ra[LOADS], rb[LOADS];

  fetch(a, b, ra, rb, tid, row0, col0, 0, m, n, k);
  for (int k0 = 0; k0 < k; k0 += BK) {
    // registers -> shared
    for (int l = 0; l < LOADS; ++l) {
      as[tid + l * NT] = ra[l];
      bs[tid + l * NT] = rb[l];
    }
    __syncthreads();
    // the next tiles are on their way while we compute
    fetch(a, b, ra, rb, tid, row0, col0, k0 + BK, m, n, k);

    for (int p = 0; p < BK; ++p) {
      float fa[TM], fb[TN];
      for (int i = 0; i < TM; ++i) fa[i] = as[(ty + i * 16) * BK + p];
      for (int j = 0; j < TN; ++j) fb[j] = bs[p * BN + tx + j * 16];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) acc[i][j] += fa[i] * fb[j];
    }
  }

  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j) {
      const int row = row0 + ty + i * 16, col = col0 + tx + j * 16;
      if (row < m && col < n) c[row * n + col] = acc[i][j];
    }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + BN - 1) / BN, (m + BM - 1) / BM);
  pipelined<<<grid, NT>>>(a, b, c, m, n, k);
}
