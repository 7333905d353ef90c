// A reversal in a block: store in one order, wait, read in another.
#include <gemmlab/step.h>

// Reverses the 256 elements of each block: its first becomes its last.
//   in [n], out [n]   fp32, device memory; n a multiple of 256
//   grid n/256, block 256, 1 kB of shared memory
__global__ void reverse_blocks(const float* in, float* out) {
  __shared__ float tile[256];  // [threads of the block]
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  // Step 0.11: store element i in place t of `tile`, wait for the others, and store to out[i] what
  // lies in the opposite place of `tile`: thread 0 takes the last, thread 255 the first.
  // >>> 3 lines
  tile[t] = in[i];
  __syncthreads();
  out[i] = tile[255 - t];
  // <<<
}

extern "C" void step(const float* in, float* out, int n) {
  reverse_blocks<<<n / 256, 256>>>(in, out);
}
