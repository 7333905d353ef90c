// verdict: PASSED
// suite: full
// Right but unusual: a constructor before the first call allows it and allocates, too.
#include <gemmlab/matmul.h>

constexpr int kTile = 32, kDepth = 256;
constexpr int kBytes = 2 * kTile * kDepth * sizeof(float);  // 64 KiB

__global__ void deep_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  extern __shared__ float tiles[];
  float* a_tile = tiles;                   // [kTile][kDepth]
  float* b_tile = tiles + kTile * kDepth;  // [kDepth][kTile]
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty, col = blockIdx.x * kTile + tx;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += kDepth) {
    for (int p = 0; p < kDepth; p += kTile) {
      a_tile[ty * kDepth + p + tx] = row < m && k0 + p + tx < k ? a[row * k + k0 + p + tx] : 0.0f;
      b_tile[(p + ty) * kTile + tx] =
          k0 + p + ty < k && col < n ? b[(k0 + p + ty) * n + col] : 0.0f;
    }
    __syncthreads();
    for (int p = 0; p < kDepth && k0 + p < k; ++p) {
      sum += a_tile[ty * kDepth + p] * b_tile[p * kTile + tx];
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

struct Setup {
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
  float* flag = nullptr;
  Setup() {
    cudaFuncSetAttribute(deep_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes);
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);
    cudaMalloc(&flag, sizeof(float));
    cudaMemset(flag, 0, sizeof(float));
    cudaEventRecord(event, stream);
  }
};
static Setup setup;

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile), grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  (void)setup;
  cudaStreamWaitEvent(setup.stream, setup.event);
  deep_kernel<<<grid, block, kBytes, setup.stream>>>(a, b, c, m, n, k);
}
