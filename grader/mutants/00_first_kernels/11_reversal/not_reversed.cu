// verdict: WRONG
// diagnosis: known_mistake
// says: not reversed
#include <gemmlab/step.h>

__global__ void reverse_blocks(const float* in, float* out) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  tile[t] = in[i];
  __syncthreads();
  out[i] = tile[t];
}

extern "C" void step(const float* in, float* out, int n) {
  reverse_blocks<<<n / 256, 256>>>(in, out);
}
