// verdict: OUT OF BOUNDS
// line: 10
// cuda: WRONG or PASSED or CRASHED
#include <gemmlab/step.h>

__global__ void add_right(const float* in, float* out) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  tile[i] = in[i];
  __syncthreads();
  out[i] = tile[t] + tile[(t + 1) % 256];
}

extern "C" void step(const float* in, float* out, int n) {
  add_right<<<n / 256, 256>>>(in, out);
}
