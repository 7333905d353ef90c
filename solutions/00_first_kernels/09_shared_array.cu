// A shared array: threads of one block hand numbers to each other.
#include <gemmlab/step.h>

// Adds to each element its right neighbour within the block. The last thread's is the first.
//   in [n], out [n]   fp32, device memory; n a multiple of 256
//   grid n/256, block 256, 1 kB of shared memory
__global__ void add_right(const float* in, float* out) {
  __shared__ float tile[256];  // [threads of the block]: each block has one, all its threads see it
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  // Step 0.9: store this thread's element of `in` in its own place of `tile`. `in` is as long as
  // all blocks together, `tile` as long as one.
  // >>> 1 line
  tile[t] = in[i];
  // <<<
  __syncthreads();  // waits for all threads of the block: now all of tile is there
  out[i] = tile[t] + tile[(t + 1) % 256];
}

extern "C" void step(const float* in, float* out, int n) {
  add_right<<<n / 256, 256>>>(in, out);
}
