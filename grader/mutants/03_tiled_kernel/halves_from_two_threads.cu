// verdict: PASSED
// suite: full
// Right but unusual: two threads of the host launch half of the rows each, at the same time, and
// wait for them.
#include <gemmlab/matmul.h>

#include <thread>

constexpr int kTile = 16;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[row * k + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + col];
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const int half = m / 2;
  const auto launch = [=](int first) {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    tiled_kernel<<<dim3(n / kTile, half / kTile), dim3(kTile, kTile), 0, stream>>>(
        a + first * k, b, c + first * n, n, k);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
  };
  std::thread upper(launch, 0);
  std::thread lower(launch, half);
  upper.join();
  lower.join();
}
