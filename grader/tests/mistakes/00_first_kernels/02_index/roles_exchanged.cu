// verdict: OUT OF BOUNDS
// look: 9
// words: With `blockIdx.x * blockDim.x + threadIdx.x` in place
// not: gridDim
// mistake: Block and thread are in each other's place.
#include <gemmlab/step.h>

__global__ void double_all(const float* in, float* out) {
  const int i = blockIdx.x + blockDim.x * threadIdx.x;
  out[i] = 2.0f * in[i];
}

extern "C" void step(const float* in, float* out, int n) {
  double_all<<<n / 256, 256>>>(in, out);
}
