// verdict: PASSED
// suite: full
// Right but unusual: copies A and B to buffers filled up to whole tiles, multiplies those
// without any guard and copies C out.
#include <gemmlab/matmul.h>

constexpr int kTile = 16;

__host__ __device__ constexpr int padded(int extent) {
  return (extent + kTile - 1) / kTile * kTile;
}

// to [padded(rows), padded(cols)] = from [rows, cols], with 0 around it.
__global__ void pad_kernel(const float* from, float* to, int rows, int cols) {
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int col = blockIdx.x * kTile + threadIdx.x;
  to[row * padded(cols) + col] = row < rows && col < cols ? from[row * cols + col] : 0;
}

__global__ void tiled_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < padded(k); k0 += kTile) {
    a_tile[ty][tx] = a[row * padded(k) + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * padded(n) + col];
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      sum += a_tile[ty][i] * b_tile[i][tx];
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  float* a_padded = nullptr;
  float* b_padded = nullptr;
  cudaMalloc(&a_padded, sizeof(float) * padded(m) * padded(k));
  cudaMalloc(&b_padded, sizeof(float) * padded(k) * padded(n));
  const dim3 block(kTile, kTile);
  pad_kernel<<<dim3(padded(k) / kTile, padded(m) / kTile), block>>>(a, a_padded, m, k);
  pad_kernel<<<dim3(padded(n) / kTile, padded(k) / kTile), block>>>(b, b_padded, k, n);
  const dim3 grid(padded(n) / kTile, padded(m) / kTile);
  tiled_kernel<<<grid, block>>>(a_padded, b_padded, c, m, n, k);
  cudaFree(a_padded);
  cudaFree(b_padded);
}
