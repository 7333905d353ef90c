// verdict: RACE
// cuda: WRONG or NOT FINITE or PASSED
// suite: full
// Starts copies and goes on to a barrier, which does not wait for them.
#include <cuda_pipeline.h>
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

// Starts the thread's copies to both tiles.
__device__ void start_copies(float* a_to, float* b_to, const float* a, const float* b, int row,
                             int col, int n, int k, int k0) {
  __pipeline_memcpy_async(a_to, &a[row * k + k0 + threadIdx.x], sizeof(float));
  __pipeline_memcpy_async(b_to, &b[(k0 + threadIdx.y) * n + col], sizeof(float));
  __pipeline_commit();
}

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    start_copies(&a_tile[ty][tx], &b_tile[ty][tx], a, b, row, col, n, k, k0);
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled_kernel<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, n, k);
}
