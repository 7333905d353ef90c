// One thread: a kernel is a function that runs on the GPU, and here it runs once.
#include <gemmlab/step.h>

// out[0] = 2 * in[0].
//   in [1], out [1]   fp32, device memory
//   grid 1, block 1
__global__ void double_one(const float* in, float* out) {
  // TODO(0.1): read the number that `in` holds, and store twice that number to `out`. Both are
  // arrays of one element.
  // your code: about 1 line
}

extern "C" void step(const float* in, float* out, int n) {
  double_one<<<1, 1>>>(in, out);  // <<<blocks, threads of a block>>>
}
