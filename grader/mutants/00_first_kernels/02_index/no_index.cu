// verdict: PARTIAL
// line: 8
// diagnosis: known_mistake
// says: i must differ from thread to thread
#include <gemmlab/step.h>

__global__ void double_all(const float* in, float* out) {
  out[0] = 2.0f * in[0];
}

extern "C" void step(const float* in, float* out, int n) {
  double_all<<<n / 256, 256>>>(in, out);
}
