// verdict: RACE
// line: 14
// cuda: WRONG or PASSED
// says: several threads store to one place
#include <gemmlab/step.h>

__global__ void block_sum(const float* in, float* out) {
  __shared__ float sums[256];
  const int t = threadIdx.x;
  sums[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    for (int i = 0; i < half; ++i) {
      sums[i] += sums[i + half];
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
