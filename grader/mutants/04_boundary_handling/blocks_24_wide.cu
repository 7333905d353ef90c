// verdict: RACE
// cuda: WRONG or PASSED
// suite: full
// A row of A's tile is used by the threads that copied it, so __syncwarp is meant to be enough: but
// for n = 17 to 24 blocks are 24 wide, and their rows straddle two warps.
#include <gemmlab/matmul.h>

constexpr int kRows = 32;

template <int kWide>
__global__ void narrow_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kRows][kWide];
  __shared__ float b_tile[kWide][kWide];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kRows + ty;
  const int col = blockIdx.x * kWide + tx;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += kWide) {
    if (ty < kWide) {
      b_tile[ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0.0f;
    }
    __syncthreads();
    a_tile[ty][tx] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0.0f;
    __syncwarp();  // each row of A's tile belongs to one warp
    for (int p = 0; p < kWide; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

template <int kWide>
static void launch(const float* a, const float* b, float* c, int m, int n, int k) {
  narrow_kernel<kWide>
      <<<dim3((n + kWide - 1) / kWide, (m + kRows - 1) / kRows), dim3(kWide, kRows)>>>(a, b, c, m,
                                                                                       n, k);
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  if (n <= 8) {
    launch<8>(a, b, c, m, n, k);
  } else if (n <= 16) {
    launch<16>(a, b, c, m, n, k);
  } else if (n <= 24) {
    launch<24>(a, b, c, m, n, k);
  } else {
    launch<32>(a, b, c, m, n, k);
  }
}
