// verdict: LAUNCH FAILED
// cuda: LAUNCH FAILED or PARTIAL or WRONG
#include <gemmlab/step.h>

__global__ void double_all(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = 2.0f * in[i];
  }
}

extern "C" void step(const float* in, float* out, int n) {
  int parts = n / 256;
  if (n % 256 > 0) {
    n++;
  }
  double_all<<<parts, 256>>>(in, out, n);
}
