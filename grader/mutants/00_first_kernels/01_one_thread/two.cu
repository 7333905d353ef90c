// verdict: WRONG
// diagnosis: known_mistake
// says: do not only store
#include <gemmlab/step.h>

__global__ void double_one(const float* in, float* out) {
  out[0] = 2.0f;
}

extern "C" void step(const float* in, float* out, int n) {
  double_one<<<1, 1>>>(in, out);
}
