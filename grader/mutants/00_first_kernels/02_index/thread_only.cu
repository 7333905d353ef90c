// verdict: PARTIAL
// line: 9
// diagnosis: known_mistake
// says: blockIdx.x * blockDim.x is missing
#include <gemmlab/step.h>

__global__ void double_all(const float* in, float* out) {
  const int i = threadIdx.x;
  out[i] = 2.0f * in[i];
}

extern "C" void step(const float* in, float* out, int n) {
  double_all<<<n / 256, 256>>>(in, out);
}
