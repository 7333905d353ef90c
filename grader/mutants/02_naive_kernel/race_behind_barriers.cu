// verdict: TIMED OUT
// suite: full
// A million barriers of a warp, and then a race: more than the analysis can tell apart.
#include <gemmlab/matmul.h>
__global__ void kern(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ volatile float one[1];
  const int t = threadIdx.x;
  for (int i = 0; i < (1 << 20) + 8; ++i)
    __syncwarp();
  one[0] = 1.0f;  // every thread writes and reads it: a read-write race without a barrier
  const float factor = one[0];
  for (int e = t; e < m * n; e += 32) {
    const int row = e / n, col = e % n;
    float s = 0;
    for (int p = 0; p < k; ++p)
      s += a[row * k + p] * b[p * n + col];
    c[e] = s * factor;
  }
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  kern<<<1, 32>>>(a, b, c, m, n, k);
}
