// verdict: OUT OF BOUNDS
// look: 20 21
// words: k0 + tx|k0+tx|< k|column of a|columns of a|next row|past the end|end of a|end of the row|guard|beyond
// mistake: the guard of the load from A tests only the row and not whether column k0 + tx exists
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void guarded_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float sa[kTile][kTile];
  __shared__ float sb[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0.0f;
  for (int phase = 0; phase < (k - 1) / kTile + 1; ++phase) {
    const int a_col = phase * kTile + tx;
    const int b_row = phase * kTile + ty;
    if (row < m)
      sa[ty][tx] = a[row * k + a_col];
    else
      sa[ty][tx] = 0.0f;
    if (b_row < k && col < n)
      sb[ty][tx] = b[b_row * n + col];
    else
      sb[ty][tx] = 0.0f;
    __syncthreads();
    for (int p = 0; p < kTile; ++p) sum += sa[ty][p] * sb[p][tx];
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  guarded_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
