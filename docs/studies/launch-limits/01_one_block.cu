// Launch limits, step 1: the whole of C in one block, as in many first programs.
#include <gemmlab/matmul.h>

// C = A * B, one element of C per thread.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (1, 1), block (n, m)
//   m * n <= 1024, the most threads of a block; asynchronous on the default stream
__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p) {
      sum += a[row * k + p] * b[p * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  naive_kernel<<<1, dim3(n, m)>>>(a, b, c, m, n, k);
}
