// verdict: LAUNCH FAILED
// cuda: CRASHED
// The first call destroys the stream that the later ones still use.
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
  static cudaStream_t stream = nullptr;
  const bool is_first = stream == nullptr;
  if (is_first) {
    cudaStreamCreate(&stream);
  }
  guarded_kernel<<<grid, block, 0, stream>>>(a, b, c, m, n, k);
  if (is_first) {
    cudaStreamDestroy(stream);
  }
}
