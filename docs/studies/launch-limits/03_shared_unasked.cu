// Launch limits, step 3: 52 kB of shared memory for a block. A multiprocessor of any GPU since 2017
// has that much, but a launch gets at most 48 kB unless the program asks first.
#include <gemmlab/matmul.h>

constexpr int kThreads = 256;
constexpr int kDepth = 13 * 1024;  // elements of a row of A at a time: 52 kB

// C = A * B, one element of C per thread; a block stages a row of A, its threads read columns of B.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/kThreads), m), block (kThreads), kDepth floats of dynamic shared memory
//   any n, k >= 1; m <= 65535, the most blocks in y; asynchronous on the default stream
__global__ void staged_row_kernel(const float* a, const float* b, float* c, int n, int k) {
  extern __shared__ float a_row[];  // [kDepth] of row blockIdx.y of A, from column k0
  const int row = blockIdx.y;
  const int col = blockIdx.x * kThreads + threadIdx.x;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kDepth) {
    const int depth = min(kDepth, k - k0);
    for (int p = threadIdx.x; p < depth; p += kThreads) {
      a_row[p] = a[row * k + k0 + p];
    }
    __syncthreads();  // waits until all threads have loaded: the row is complete now
    for (int p = 0; p < depth && col < n; ++p) {
      sum += a_row[p] * b[(k0 + p) * n + col];
    }
    __syncthreads();  // waits until all threads have read: the next phase overwrites the row
  }
  if (col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  constexpr int kBytes = kDepth * sizeof(float);
  staged_row_kernel<<<dim3((n + kThreads - 1) / kThreads, m), kThreads, kBytes>>>(a, b, c, n, k);
}
