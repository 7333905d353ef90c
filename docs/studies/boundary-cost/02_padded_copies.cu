// Boundary cost, step 2: A and B are copied to matrices of whole tiles, with zeros around them;
// then lab 03's kernel needs no guards for its loads.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;  // a tile is kTile x kTile: 4 kB, and a warp is one row of it

__host__ __device__ int padded(int extent) {
  return (extent + kTile - 1) / kTile * kTile;
}

// to = from, with zeros around it.
//   from [rows, cols], to [padded(rows), padded(cols)]   fp32, row-major, packed, device memory
//   grid (padded(cols)/kTile, padded(rows)/kTile), block (kTile, kTile)
__global__ void pad_kernel(const float* from, float* to, int rows, int cols) {
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int col = blockIdx.x * kTile + threadIdx.x;
  to[row * padded(cols) + col] = row < rows && col < cols ? from[row * cols + col] : 0.0f;
}

// C = A * B, one element of C per thread, operands staged tile by tile.
//   a [padded(m), k], b [k, padded(n)], c [m, n]   fp32, row-major, packed, device memory
//   grid (padded(n)/kTile, padded(m)/kTile), block (kTile, kTile), 8 kB of shared memory
//   any m, n >= 1, k a multiple of kTile
__global__ void tiled_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];  // [32, 32] of A, from row row0 and column k0
  __shared__ float b_tile[kTile][kTile];  // [32, 32] of B, from row k0 and column col0
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[row * k + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * padded(n) + col];
    __syncthreads();  // waits until all threads have loaded: the tiles are complete now
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();  // waits until all threads have read: the next phase overwrites the tiles
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  static float* copies = nullptr;  // of A, then of B; kept, because cudaMalloc takes long
  static long long room = 0;
  const long long of_a = 1LL * padded(m) * padded(k), of_b = 1LL * padded(k) * padded(n);
  if (of_a + of_b > room) {
    cudaFree(copies);
    room = of_a + of_b;
    cudaMalloc(&copies, sizeof(float) * room);
  }
  const dim3 block(kTile, kTile);
  pad_kernel<<<dim3(padded(k) / kTile, padded(m) / kTile), block>>>(a, copies, m, k);
  pad_kernel<<<dim3(padded(n) / kTile, padded(k) / kTile), block>>>(b, copies + of_a, k, n);
  const dim3 grid(padded(n) / kTile, padded(m) / kTile);
  tiled_kernel<<<grid, block>>>(copies, copies + of_a, c, m, n, padded(k));
}
