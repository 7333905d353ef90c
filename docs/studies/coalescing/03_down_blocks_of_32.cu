// Coalescing, step 3: step 2 with x and y exchanged: a warp has elements of one column only.
#include <gemmlab/matmul.h>

constexpr int kBlock = 32;  // threads in x and in y; a warp is one row of 32 threads

// C = A * B, one element of C per thread, x down a column of C.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(m/kBlock), ceil(n/kBlock)), block (kBlock, kBlock)
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.x * kBlock + threadIdx.x;
  const int col = blockIdx.y * kBlock + threadIdx.y;
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
  const dim3 grid((m + kBlock - 1) / kBlock, (n + kBlock - 1) / kBlock);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
