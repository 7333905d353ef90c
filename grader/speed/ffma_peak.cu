// As many fused multiply-adds as the product has, using only registers: the rate of fp32 arithmetic
// that a GPU really reaches. C is not computed.
#include <gemmlab/matmul.h>

namespace {

constexpr int kThreads = 256;
constexpr int kBlocksPerMultiprocessor = 8;
constexpr int kChains = 16;  // that do not wait for each other

__global__ void multiply_add(float* c, float factor, float term, int steps) {
  float sums[kChains];
  for (int chain = 0; chain < kChains; ++chain) {
    sums[chain] = factor * (threadIdx.x + chain);
  }
#pragma unroll 16
  for (int step = 0; step < steps; ++step) {
    for (float& sum : sums) {
      sum = fmaf(sum, factor, term);
    }
  }
  float total = 0;
  for (float sum : sums) {
    total += sum;
  }
  if (total == 0.0f) {  // never, but the compiler does not know
    c[0] = total;
  }
}

}  // namespace

extern "C" void matmul(const float*, const float*, float* c, int m, int n, int k) {
  int multiprocessors = 0;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  const int blocks = kBlocksPerMultiprocessor * multiprocessors;
  const long long products = 1LL * m * n * k, threads = 1LL * blocks * kThreads;
  multiply_add<<<blocks, kThreads>>>(c, 0.999f, 0.001f, int(products / (threads * kChains)));
}
