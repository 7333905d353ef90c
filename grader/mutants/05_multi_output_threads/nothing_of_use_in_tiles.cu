// verdict: MISSES THE POINT
// Operands come straight from global memory, 4 x 4 outputs a thread in registers; shared memory
// only gets floats that nobody computes with.
#include <gemmlab/matmul.h>
__global__ void kern(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float waste[8][32];
  const int tx = threadIdx.x, ty = threadIdx.y, col0 = blockIdx.x * 128 + tx,
            row0 = (blockIdx.y * 8 + ty) * 4;
  float s[4][4] = {};
  for (int p = 0; p < k; ++p) {
    float av[4], bv[4];
    for (int r = 0; r < 4; ++r)
      av[r] = row0 + r < m ? a[(row0 + r) * k + p] : 0;
    for (int j = 0; j < 4; ++j)
      bv[j] = col0 + 32 * j < n ? b[p * n + col0 + 32 * j] : 0;
    if (p % 2 == 0)
      waste[ty][tx] = bv[0];
    for (int r = 0; r < 4; ++r)
      for (int j = 0; j < 4; ++j)
        s[r][j] += av[r] * bv[j];
  }
  if (waste[ty][tx] == 1e30f)
    return;
  for (int r = 0; r < 4; ++r)
    for (int j = 0; j < 4; ++j)
      if (row0 + r < m && col0 + 32 * j < n)
        c[(row0 + r) * n + col0 + 32 * j] = s[r][j];
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  kern<<<dim3((n + 127) / 128, (m + 31) / 32), dim3(32, 8)>>>(a, b, c, m, n, k);
}
