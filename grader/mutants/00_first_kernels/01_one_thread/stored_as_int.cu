// verdict: WRONG
// diagnosis: known_mistake
// says: A fraction is cut off
#include <gemmlab/step.h>

__global__ void double_one(const float* in, float* out) {
  int twice = 2.0f * in[0];
  out[0] = twice;
}

extern "C" void step(const float* in, float* out, int n) {
  double_one<<<1, 1>>>(in, out);
}
