// verdict: OUT OF BOUNDS
// line: 25
// suite: full
// Nothing makes the other stream wait until the memory is allocated.
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
  static cudaStream_t one = nullptr, other = nullptr;
  static cudaEvent_t event = nullptr;
  if (one == nullptr) {
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  }
  float* result = nullptr;
  cudaMallocAsync(&result, bytes, one);
  guarded_kernel<<<grid, block, 0, other>>>(a, b, result, m, n, k);
  cudaMemcpyAsync(c, result, bytes, cudaMemcpyDeviceToDevice, other);
  cudaEventRecord(event, other);
  cudaStreamWaitEvent(one, event);
  cudaFreeAsync(result, one);
  cudaStreamSynchronize(one);
}
