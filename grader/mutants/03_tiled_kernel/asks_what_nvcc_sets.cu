// verdict: PASSED
// suite: full
// A right kernel that asks for what nvcc and editors define, and uses macros of system headers.
#include <gemmlab/matmul.h>

#include <cassert>
#include <cfloat>
#include <cmath>

#ifdef __INTELLISENSE__
#define __syncthreads()
#endif
#ifdef _MSC_VER
#define INLINE __forceinline
#else
#define INLINE __forceinline__
#endif

constexpr int kTile = 16;

__device__ INLINE float product(float a, float b) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  return a * b;
#else
  return 0;
#endif
}

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  assert(a != NULL && FLT_MAX < INFINITY);
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[row * k + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      sum += product(a_tile[ty][i], b_tile[i][tx]);
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled_kernel<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, n, k);
}
