// verdict: MISSES THE POINT
// line: 10
// cuda: PASSED
// says: i += threads
#include <gemmlab/step.h>

__global__ void double_all(const float* in, float* out, int n) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  const int threads = gridDim.x * blockDim.x;
  for (int i = first; i < n; ++i) {
    out[i] = 2.0f * in[i];
  }
}

extern "C" void step(const float* in, float* out, int n) {
  double_all<<<4, 64>>>(in, out, n);
}
