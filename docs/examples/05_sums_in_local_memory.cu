// verdict: PASSED
// cuda: TOO SLOW
// suite: full
// One loop is not unrolled, so the index of a sum changes while the kernel runs and the array lies
// in local memory: compile it with -Xptxas -v and look at the stack frame.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;
constexpr int kOutputs = 8;
constexpr int kStep = kTile / kOutputs;  // rows from one output of a thread to its next

// C = A * B, kOutputs elements of one column of C per thread, operands staged tile by tile.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/kTile), ceil(m/kTile)), block (kTile, kStep), 8 kB of shared memory
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
__global__ void many_sums_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];  // [32, 32] of A, from row row0 and column k0
  __shared__ float b_tile[kTile][kTile];  // [32, 32] of B, from row k0 and this block's columns
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTile;
  const int col = blockIdx.x * kTile + tx;
  float sums[kOutputs] = {};
  for (int k0 = 0; k0 < k; k0 += kTile) {
    for (int y = ty; y < kTile; y += kStep) {
      a_tile[y][tx] = row0 + y < m && k0 + tx < k ? a[(row0 + y) * k + k0 + tx] : 0.0f;
      b_tile[y][tx] = k0 + y < k && col < n ? b[(k0 + y) * n + col] : 0.0f;
    }
    __syncthreads();  // waits until the tiles are complete
    for (int p = 0; p < kTile; ++p) {
      const float b_value = b_tile[p][tx];
#pragma unroll 1
      for (int o = 0; o < kOutputs; ++o) {
        sums[o] += a_tile[ty + o * kStep][p] * b_value;
      }
    }
    __syncthreads();  // waits until all threads have read
  }
  for (int o = 0; o < kOutputs; ++o) {
    const int row = row0 + ty + o * kStep;
    if (row < m && col < n) {
      c[row * n + col] = sums[o];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  many_sums_kernel<<<grid, dim3(kTile, kStep)>>>(a, b, c, m, n, k);
}
