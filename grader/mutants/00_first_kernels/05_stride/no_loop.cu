// verdict: PARTIAL
// diagnosis: known_mistake
// says: Each thread stored its first element only
#include <gemmlab/step.h>

__global__ void double_all(const float* in, float* out, int n) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  const int threads = gridDim.x * blockDim.x;
  if (first < n) {
    out[first] = 2.0f * in[first];
  }
}

extern "C" void step(const float* in, float* out, int n) {
  double_all<<<4, 64>>>(in, out, n);
}
