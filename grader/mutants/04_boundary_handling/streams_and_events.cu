// verdict: PASSED
// suite: full
// Right but unusual: streams that do not wait for the default one, and events that do.
#include <gemmlab/matmul.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>

template <int kTile>
__global__ void half_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  const auto a_at = [=](int p) { return row < m && p < k ? a[row * k + p] : 0.0f; };
  const auto b_at = [=](int p) { return p < k && col < n ? b[p * n + col] : 0.0f; };
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a_at(k0 + tx);
    b_tile[ty][tx] = b_at(k0 + ty);
    __syncthreads();
    const int depth = k - k0 < kTile ? k - k0 : kTile;
    for (int p = 0; p < depth; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  static std::atomic<unsigned> calls{0};
  const unsigned turn = calls++;
  constexpr int kTile = 32;
  std::array<cudaStream_t, 2> streams;
  cudaEvent_t ready;
  cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
  cudaEventRecord(ready, nullptr);
  for (cudaStream_t& stream : streams) {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamWaitEvent(stream, ready, 0);
  }
  const int half = (m + 1) / 2;
  for (int first = 0, i = 0; first < m; first += half, ++i) {
    const int rows = std::min(half, m - first);
    const dim3 grid((n + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
    half_kernel<kTile><<<grid, dim3(kTile, kTile), 0, streams[(turn + i) % 2]>>>(
        a + static_cast<std::size_t>(first) * k, b, c + static_cast<std::size_t>(first) * n, rows,
        n, k);
  }
  for (cudaStream_t stream : streams) {
    cudaEvent_t finished;
    cudaEventCreateWithFlags(&finished, cudaEventDisableTiming);
    cudaEventRecord(finished, stream);
    cudaStreamWaitEvent(nullptr, finished, 0);
    cudaEventDestroy(finished);
    cudaStreamDestroy(stream);  // its work still completes
  }
  cudaEventDestroy(ready);
}
