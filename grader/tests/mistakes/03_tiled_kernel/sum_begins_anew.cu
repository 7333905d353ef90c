// verdict: WRONG
// look: 17
// mistake: the sum is declared inside the loop over the tiles, and stored there.
#include <gemmlab/matmul.h>

constexpr int W = 32;

__global__ void phases(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float left[W * W];
  __shared__ float right[W * W];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int me = y * W + x;
  const int out = (blockIdx.y * W + y) * n + blockIdx.x * W + x;

  for (int start = 0; start < k; start += W) {
    float partial = 0.0f;
    left[me] = a[(blockIdx.y * W + y) * k + start + x];
    right[me] = b[(start + y) * n + blockIdx.x * W + x];
    __syncthreads();
    for (int p = 0; p < W; ++p) {
      partial += left[y * W + p] * right[p * W + x];
    }
    __syncthreads();
    c[out] = partial;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(W, W);
  const dim3 grid(n / W, m / W);
  phases<<<grid, block>>>(a, b, c, n, k);
}
