// verdict: WRONG
// look: 27 28
// mistake: The last phase's inner loop has k % 16 iterations, which is 0 if k is a multiple of
// 16: then the whole last phase is lost.
#include <gemmlab/matmul.h>

constexpr int BS = 16;

__global__ void guarded_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_s[BS][BS];
  __shared__ float b_s[BS][BS];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * BS + ty;
  const int col = blockIdx.x * BS + tx;
  const int phases = (k - 1) / BS + 1;
  float sum = 0.0f;

  for (int ph = 0; ph < phases; ++ph) {
    const int ka = ph * BS + tx;
    const int kb = ph * BS + ty;
    a_s[ty][tx] = row < m && ka < k ? a[row * k + ka] : 0.0f;
    b_s[ty][tx] = kb < k && col < n ? b[kb * n + col] : 0.0f;
    __syncthreads();

    // the last tile may be narrower
    const int len = (ph == phases - 1) ? k % BS : BS;
    for (int p = 0; p < len; ++p) {
      sum += a_s[ty][p] * b_s[p][tx];
    }
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(BS, BS);
  const dim3 grid((n - 1) / BS + 1, (m - 1) / BS + 1);
  guarded_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
