// Coalescing, step 2: lab 02's kernel with blocks of 32 x 32 threads: a warp has elements of one
// row only.
#include <gemmlab/matmul.h>

constexpr int kBlock = 32;  // threads in x and in y; a warp is one row of 32 threads

// C = A * B, one element of C per thread, x along a row of C.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/kBlock), ceil(m/kBlock)), block (kBlock, kBlock)
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * kBlock + threadIdx.y;
  const int col = blockIdx.x * kBlock + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p) {
      sum += a[row * k + p] * b[p * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kBlock, kBlock);
  const dim3 grid((n + kBlock - 1) / kBlock, (m + kBlock - 1) / kBlock);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
