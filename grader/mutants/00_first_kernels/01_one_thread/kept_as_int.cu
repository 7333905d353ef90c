// verdict: WRONG
// line: 7
// says: of an element it keeps no fraction
#include <gemmlab/step.h>

__global__ void double_one(const float* in, float* out) {
  const int number = in[0];
  out[0] = 2.0f * number;
}

extern "C" void step(const float* in, float* out, int n) {
  double_one<<<1, 1>>>(in, out);
}
