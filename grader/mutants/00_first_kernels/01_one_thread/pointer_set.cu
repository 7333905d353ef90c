// verdict: UNFINISHED
// line: 8
// says: sets `out` itself
#include <gemmlab/step.h>

__global__ void double_one(const float* in, float* out) {
  float twice[1] = {in[0] + in[0]};
  out = twice;
}

extern "C" void step(const float* in, float* out, int n) {
  double_one<<<1, 1>>>(in, out);
}
