// verdict: WRONG
// diagnosis: known_mistake
// says: Thread t adds
#include <gemmlab/step.h>

__global__ void block_sum(const float* in, float* out) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int half = 128; half > 0; half >>= 1) {
    if (t < half)
      s[half + t] += s[t];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

extern "C" void step(const float* in, float* out, int n) {
  block_sum<<<n / 256, 256>>>(in, out);
}
