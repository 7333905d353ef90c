// verdict: RACE
// line: 12
// cuda: WRONG or PASSED
// says: no barrier can stand between
#include <gemmlab/step.h>

__global__ void block_sum(const float* in, float* out) {
  __shared__ float part[256];
  part[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (int step = 128; step >= 1; step /= 2) {
    if (threadIdx.x < 256 - step)
      part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0];
}

extern "C" void step(const float* in, float* out, int n) {
  block_sum<<<n / 256, 256>>>(in, out);
}
