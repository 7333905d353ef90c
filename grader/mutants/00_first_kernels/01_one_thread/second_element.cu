// verdict: OUT OF BOUNDS
// line: 7
// says: element 1 of out
#include <gemmlab/step.h>

__global__ void double_one(const float* in, float* out) {
  out[1] = 2.0f * in[0];
}

extern "C" void step(const float* in, float* out, int n) {
  double_one<<<1, 1>>>(in, out);
}
