// verdict: OUT OF BOUNDS
// look: 11
// words: with `first + i < n` in place of `i < n`
// not: `x` and `y`
// mistake: The guard asks about i, but the element is first + i.
#include <gemmlab/step.h>

__global__ void double_all(const float* in, float* out, int n) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  const int threads = gridDim.x * blockDim.x;
  for (int i = 0; i < n; i += threads) {
    out[first + i] = 2.0f * in[first + i];
  }
}

extern "C" void step(const float* in, float* out, int n) {
  double_all<<<4, 64>>>(in, out, n);
}
