// verdict: UNFINISHED
// says: no kernel was launched
#include <gemmlab/step.h>

__global__ void double_all(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = 2.0f * in[i];
  }
}

extern "C" void step(const float* in, float* out, int n) {
  const int blocks = (n + 255) / 256;
}
