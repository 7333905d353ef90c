// verdict: WRONG
// diagnosis: known_mistake
// says: own place of tile is tile[t]
#include <gemmlab/step.h>

__global__ void add_left_twice(const float* in, float* out) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  float mine = in[i];
  for (int turn = 0; turn < 2; ++turn) {
    __syncthreads();
    tile[(t + 1) % 256] = mine;
    __syncthreads();
    mine += tile[(t + 255) % 256];
  }
  out[i] = mine;
}

extern "C" void step(const float* in, float* out, int n) {
  add_left_twice<<<n / 256, 256>>>(in, out);
}
