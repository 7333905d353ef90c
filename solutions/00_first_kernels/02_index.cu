// An index: many threads run the same kernel, and each finds its own element.
#include <gemmlab/step.h>

// out[i] = 2 * in[i], one thread for each i.
//   in [n], out [n]   fp32, device memory; n a multiple of 256
//   grid n/256, block 256
__global__ void double_all(const float* in, float* out) {
  // Step 0.2: this thread's own index i, from blockIdx.x (which block it is in), blockDim.x (how
  // many threads a block has) and threadIdx.x (which of them it is). Then store out[i].
  // >>> 2 lines
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2.0f * in[i];
  // <<<
}

extern "C" void step(const float* in, float* out, int n) {
  double_all<<<n / 256, 256>>>(in, out);
}
