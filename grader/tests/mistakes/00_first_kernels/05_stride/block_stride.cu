// verdict: MISSES THE POINT
// look: 10
// words: gridDim.x * blockDim.x
// mistake: The step is that of a block, not that of all threads.
#include <gemmlab/step.h>

__global__ void double_all(const float* in, float* out, int n) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  const int threads = gridDim.x * blockDim.x;
  for (int i = first; i < n; i += blockDim.x) {
    out[i] = 2.0f * in[i];
  }
}

extern "C" void step(const float* in, float* out, int n) {
  double_all<<<4, 64>>>(in, out, n);
}
