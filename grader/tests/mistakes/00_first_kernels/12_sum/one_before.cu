// verdict: RACE
// look: 15
// words: with `sums[t + half]` in place
// not: Too many threads
// mistake: The other number lies one place before the one that is meant.
#include <gemmlab/step.h>

__global__ void block_sum(const float* in, float* out) {
  __shared__ float sums[256];
  const int t = threadIdx.x;
  sums[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (t < half) {
      sums[t] += sums[t + half - 1];
    }
    __syncthreads();
  }
  if (t == 0) {
    out[blockIdx.x] = sums[0];
  }
}

extern "C" void step(const float* in, float* out, int n) {
  block_sum<<<n / 256, 256>>>(in, out);
}
