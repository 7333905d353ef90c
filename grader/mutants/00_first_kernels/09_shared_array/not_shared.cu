// verdict: WRONG
// cuda: NOT FINITE
#include <gemmlab/step.h>

__global__ void add_right(const float* in, float* out) {
  float tile[256];
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  tile[t] = in[i];
  __syncthreads();
  out[i] = tile[t] + tile[(t + 1) % 256];
}

extern "C" void step(const float* in, float* out, int n) {
  add_right<<<n / 256, 256>>>(in, out);
}
