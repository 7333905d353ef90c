// verdict: NOT GRADED
// cuda: DOES NOT COMPILE
// suite: full
// Includes itself and calls that part a header of the system, where asm would be allowed.
// line: 43
#ifndef AGAIN
#define AGAIN
#include <gemmlab/matmul.h>
#include "calls_itself_a_system_header.cu"
constexpr int kTile = 16;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[row * k + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      sum += fenced(&a_tile[ty][i]) * b_tile[i][tx];
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled_kernel<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, n, k);
}
#else
#define DO(x) _Pragma(#x)
// clang-format off
DO(GCC
system_header)
// clang-format on
__device__ inline float fenced(const float* place) {
  float value;
  asm volatile("movss %1, %0" : "=x"(value) : "m"(*place));
  return value;
}
#endif
