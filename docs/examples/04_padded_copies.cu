// verdict: PASSED
// suite: full
// Copies A and B into matrices whose extents are multiples of the tile, with zeros behind their
// edges, multiplies those without a guard, and copies C back.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

// to [rows, cols] gets what from [from_rows, from_cols] has, and 0 where it has nothing.
//   both fp32, row-major, packed, device memory; grid (ceil(cols/32), rows), block (32)
__global__ void copy_kernel(const float* from, int from_rows, int from_cols, float* to, int cols) {
  const int row = blockIdx.x;
  const int col = blockIdx.y * blockDim.x + threadIdx.x;
  if (col < cols) {
    const bool inside = row < from_rows && col < from_cols;
    to[row * cols + col] = inside ? from[row * from_cols + col] : 0.0f;
  }
}

// C = A * B, one element of C per thread, operands staged tile by tile.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (n/kTile, m/kTile), block (kTile, kTile), 2 kB of shared memory
//   m, n, k multiples of kTile; the launch does not wait; the caller checks for errors
__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile];  // [16, 16] of A, from this block's rows and column k0
  __shared__ float b_tile[kTile][kTile];  // [16, 16] of B, from row k0 and this block's columns
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[row * k + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + col];
    __syncthreads();  // waits until the tiles are complete
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();  // waits until all threads have read
  }
  c[row * n + col] = sum;
}

static void copy(const float* from, int from_rows, int from_cols, float* to, int rows, int cols) {
  copy_kernel<<<dim3(rows, (cols + 31) / 32), 32>>>(from, from_rows, from_cols, to, cols);
}

static int rounded_up(int extent) {
  return (extent + kTile - 1) / kTile * kTile;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const int rows = rounded_up(m), cols = rounded_up(n), depth = rounded_up(k);
  float* padded_a = nullptr;
  float* padded_b = nullptr;
  float* padded_c = nullptr;
  cudaMalloc(&padded_a, sizeof(float) * rows * depth);
  cudaMalloc(&padded_b, sizeof(float) * depth * cols);
  cudaMalloc(&padded_c, sizeof(float) * rows * cols);
  copy(a, m, k, padded_a, rows, depth);
  copy(b, k, n, padded_b, depth, cols);
  tiled_kernel<<<dim3(cols / kTile, rows / kTile), dim3(kTile, kTile)>>>(padded_a, padded_b,
                                                                         padded_c, cols, depth);
  copy(padded_c, rows, cols, c, m, n);
  cudaFree(padded_a);
  cudaFree(padded_b);
  cudaFree(padded_c);
}
