// verdict: WRONG
// diagnosis: known_mistake
// says: unchanged
#include <gemmlab/step.h>

__global__ void double_all(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

extern "C" void step(const float* in, float* out, int n) {
  double_all<<<n / 256, 256>>>(in, out);
}
