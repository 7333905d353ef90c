// verdict: WRONG
// diagnosis: known_mistake
// says: twice a number is 2 * in[i]
#include <gemmlab/step.h>

__global__ void double_one(const float* in, float* out) {
  out[0] = in[0] * in[0];
}

extern "C" void step(const float* in, float* out, int n) {
  double_one<<<1, 1>>>(in, out);
}
