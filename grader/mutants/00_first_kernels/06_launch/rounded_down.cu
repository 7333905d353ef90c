// verdict: LAUNCH FAILED
// says: rounds down
#include <gemmlab/step.h>

__global__ void double_all(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = 2.0f * in[i];
  }
}

extern "C" void step(const float* in, float* out, int n) {
  double_all<<<n / 256, 256>>>(in, out, n);
}
