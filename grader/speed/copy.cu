// Copies A to C, to measure the bytes per second of the GPU's memory. C is not a product; m and n
// are those of C, and A has the same size.
#include <gemmlab/matmul.h>

namespace {

constexpr int kThreads = 256;
constexpr int kBlocksPerMultiprocessor = 8;

__global__ void copy(const float4* a, float4* c, long long count) {
  const long long step = 1LL * gridDim.x * kThreads;
  for (long long i = 1LL * blockIdx.x * kThreads + threadIdx.x; i < count; i += step) {
    c[i] = a[i];
  }
}

}  // namespace

// m * n must be a multiple of 4, and A and C aligned to 16 bytes.
extern "C" void matmul(const float* a, const float*, float* c, int m, int n, int) {
  int multiprocessors = 0;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  copy<<<kBlocksPerMultiprocessor * multiprocessors, kThreads>>>(
      reinterpret_cast<const float4*>(a), reinterpret_cast<float4*>(c), 1LL * m * n / 4);
}
