// verdict: MISSES THE POINT
// line: 12
// cuda: PASSED
// says: a piece of elements in a row
#include <gemmlab/step.h>

__global__ void double_all(const float* in, float* out, int n) {
  const int threads = gridDim.x * blockDim.x;
  const int each = n / threads + 1;
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * each;
  const int end = i + each < n ? i + each : n;
  while (i < end) {
    out[i] = 2.0f * in[i];
    ++i;
  }
}

extern "C" void step(const float* in, float* out, int n) {
  double_all<<<4, 64>>>(in, out, n);
}
