// verdict: WRONG
// look: 16 20 21
// words: others need|other threads|neighbours need|nothing about n|nothing about m|says nothing|element of c|place in c|outside of c|outside c|differ|only m|only n|not the same|two tests
// mistake: the loads are guarded by whether the thread has an element of C, so threads at the edge put 0 where others need an element of A or B
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__global__ void guarded_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float as[kTile * kTile];
  __shared__ float bs[kTile * kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  const bool active = row < m && col < n;
  const int place = ty * kTile + tx;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    as[place] = active && k0 + tx < k ? a[row * k + k0 + tx] : 0.0f;
    bs[place] = active && k0 + ty < k ? b[(k0 + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += as[ty * kTile + p] * bs[p * kTile + tx];
    }
    __syncthreads();
  }
  if (active) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  guarded_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
