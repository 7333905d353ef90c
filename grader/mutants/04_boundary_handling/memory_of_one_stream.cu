// verdict: PASSED
// suite: full
// Right but unusual: all in a stream that is destroyed before its work is done.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void guarded_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty, col = blockIdx.x * kTile + tx;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0.0f;
    b_tile[ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  const size_t bytes = sizeof(float) * m * n;
  float* result = nullptr;
  cudaStream_t one;
  cudaStreamCreate(&one);
  cudaMallocAsync(&result, bytes, one);
  guarded_kernel<<<grid, block, 0, one>>>(a, b, result, m, n, k);
  cudaMemcpyAsync(c, result, bytes, cudaMemcpyDeviceToDevice, one);
  cudaFreeAsync(result, one);
  cudaStreamDestroy(one);
}
