// A sum in a block: 256 threads add 256 numbers in eight turns. An element of a product of
// matrices is such a sum, too, of products: in lab 02 one thread adds all of it.
#include <gemmlab/step.h>

// out[b] = the sum of the 256 elements of block b.
//   in [n], out [n/256]   fp32, device memory; n a multiple of 256
//   grid n/256, block 256, 1 kB of shared memory
__global__ void block_sum(const float* in, float* out) {
  __shared__ float sums[256];  // [threads of the block]
  const int t = threadIdx.x;
  sums[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();  // all numbers are there
  for (int half = 128; half > 0; half /= 2) {
    // TODO(0.12): each of the first `half` threads adds to its own sum the one that lies `half`
    // places further on. The others do nothing.
    // your code: about 3 lines
    __syncthreads();  // by all threads: this turn's sums are there
  }
  if (t == 0) {
    out[blockIdx.x] = sums[0];
  }
}

extern "C" void step(const float* in, float* out, int n) {
  block_sum<<<n / 256, 256>>>(in, out);
}
