// Launch limits, step 2: a grid of blocks, so that any size has enough of them, but each is a
// little too large: 33 x 33 = 1089 threads.
#include <gemmlab/matmul.h>

constexpr int kBlock = 33;  // threads in x and in y

// C = A * B, one element of C per thread.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/kBlock), ceil(m/kBlock)), block (kBlock, kBlock)
//   no m, n, k: no GPU starts a block of 1089 threads
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
  const dim3 block(kBlock, kBlock);
  const dim3 grid((n + kBlock - 1) / kBlock, (m + kBlock - 1) / kBlock);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
