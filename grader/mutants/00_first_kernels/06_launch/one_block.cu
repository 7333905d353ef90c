// verdict: PARTIAL
// diagnosis: known_mistake
// says: one block was launched
#include <gemmlab/step.h>

__global__ void double_all(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = 2.0f * in[i];
  }
}

extern "C" void step(const float* in, float* out, int n) {
  double_all<<<1, 256>>>(in, out, n);
}
