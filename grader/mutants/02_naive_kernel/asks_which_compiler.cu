// verdict: DOES NOT COMPILE
// cuda: DOES NOT COMPILE
// suite: full
// What clang checks is not what g++ compiles: a function of the host is called where clang does not
// look.
// line: 10
#include <gemmlab/matmul.h>

#ifdef __clang__
#define CALL(f) 0.0f
#else
#define CALL(f) f
#endif

inline float twice(float x) {
  return 2 * x;
}

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f * CALL(twice(1));
    for (int p = 0; p < k; ++p) {
      sum += a[row * k + p] * b[p * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  naive_kernel<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, n, k);
}
