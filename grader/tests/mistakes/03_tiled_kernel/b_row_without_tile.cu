// verdict: WRONG
// look: 18
// mistake: B's row does not move with the phase; the width of the tile is a template's parameter.
#include <gemmlab/matmul.h>

template <int T>
__global__ void shared_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float sa[T][T];
  __shared__ float sb[T][T];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int gRow = blockIdx.y * T + ty;
  const int gCol = blockIdx.x * T + tx;
  float value = 0;
  const int tiles = k / T;
  for (int tile = 0; tile < tiles; tile++) {
    int aCol = tile * T + tx;
    int bRow = ty;
    sa[ty][tx] = a[gRow * k + aCol];
    sb[ty][tx] = b[bRow * n + gCol];
    __syncthreads();
    for (int e = 0; e < T; e++) {
      value += sa[ty][e] * sb[e][tx];
    }
    __syncthreads();
  }
  c[gRow * n + gCol] = value;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 threads(32, 32);
  shared_kernel<32><<<dim3(n / 32, m / 32), threads>>>(a, b, c, n, k);
}
