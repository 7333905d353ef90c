// verdict: MISALIGNED
// look: 34 35 36
// mistake: B is read with float4, which needs addresses that are multiples of 16 bytes; the rows
// of B are not aligned if n is not a multiple of 4.
#include <gemmlab/matmul.h>

#define BM 128
#define BN 128
#define BK 8
#define TM 8
#define TN 8

__global__ void __launch_bounds__(256) sgemm_vec(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[BM][BK];
  __shared__ __align__(16) float Bs[BK][BN];

  const int tx = threadIdx.x % 16;
  const int ty = threadIdx.x / 16;
  const int row0 = blockIdx.y * BM;
  const int col0 = blockIdx.x * BN;
  float acc[TM][TN] = {};

  // B's tile: 8 x 128 floats = 256 float4, one per thread
  const int by = threadIdx.x / 32;
  const int bx = threadIdx.x % 32 * 4;

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = threadIdx.x; i < BM * BK; i += 256) {
      const int y = i / BK, x = i % BK;
      As[y][x] = (row0 + y < M && k0 + x < K) ? A[(row0 + y) * K + k0 + x] : 0.0f;
    }
    float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (k0 + by < K) {
      const float* src = B + (k0 + by) * N + col0 + bx;
      if (col0 + bx + 3 < N) {
        v = *reinterpret_cast<const float4*>(src);
      } else {
        if (col0 + bx + 0 < N) v.x = src[0];
        if (col0 + bx + 1 < N) v.y = src[1];
        if (col0 + bx + 2 < N) v.z = src[2];
      }
    }
    *reinterpret_cast<float4*>(&Bs[by][bx]) = v;
    __syncthreads();

#pragma unroll
    for (int p = 0; p < BK; ++p) {
      float ra[TM], rb[TN];
      for (int i = 0; i < TM; ++i) ra[i] = As[ty + i * 16][p];
      for (int j = 0; j < TN; ++j) rb[j] = Bs[p][tx + j * 16];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) acc[i][j] += ra[i] * rb[j];
    }
    __syncthreads();
  }

  for (int i = 0; i < TM; ++i) {
    for (int j = 0; j < TN; ++j) {
      const int r = row0 + ty + i * 16;
      const int q = col0 + tx + j * 16;
      if (r < M && q < N) C[r * N + q] = acc[i][j];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 grid((n + BN - 1) / BN, (m + BM - 1) / BM);
  sgemm_vec<<<grid, 256>>>(a, b, c, m, n, k);
}
