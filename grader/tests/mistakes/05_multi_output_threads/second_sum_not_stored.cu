// verdict: PARTIAL
// look: 44
// not: it must be
// mistake: Only the first of the two sums of a thread is stored.
// Lab 05, more outputs per thread: fewer threads, each with several independent sums
// that share the elements which the thread reads.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;
constexpr int kHalf = kTile / 2;

// two outputs per thread: rows r0 and r1, half a tile apart
template <int kOutputs>
__global__ void multi_output_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float ta[kTile][kTile];
  __shared__ float tb[kTile][kTile];

  const int tx = threadIdx.x;
  const int y0 = threadIdx.y;
  const int y1 = y0 + kHalf;
  const int col = blockIdx.x * kTile + tx;
  const int r0 = blockIdx.y * kTile + y0;
  const int r1 = blockIdx.y * kTile + y1;
  float sum0 = 0.0f;
  float sum1 = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    const int ka = k0 + tx;
    ta[y0][tx] = (r0 < m && ka < k) ? a[r0 * k + ka] : 0.0f;
    ta[y1][tx] = (r1 < m && ka < k) ? a[r1 * k + ka] : 0.0f;
    tb[y0][tx] = (k0 + y0 < k && col < n) ? b[(k0 + y0) * n + col] : 0.0f;
    tb[y1][tx] = (k0 + y1 < k && col < n) ? b[(k0 + y1) * n + col] : 0.0f;
    __syncthreads();

    for (int p = 0; p < kTile; ++p) {
      const float bv = tb[p][tx];
      sum0 += ta[y0][p] * bv;
      sum1 += ta[y1][p] * bv;
    }
    __syncthreads();
  }

  if (col < n) {
    if (r0 < m) c[r0 * n + col] = sum0;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kHalf);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  multi_output_kernel<2><<<grid, block>>>(a, b, c, m, n, k);
}
