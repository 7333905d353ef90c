// To the device and back: host and device have memories of their own, and a kernel sees only the
// device's.
#include <gemmlab/step_host.h>

// out[i] = 2 * in[i], one thread for each i.
//   in [n], out [n]   fp32, device memory; any n >= 1
//   grid ceil(n/256), block 256
__global__ void double_all(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = 2.0f * in[i];
  }
}

// in [n], out [n]: fp32, host memory.
extern "C" cudaError_t step_host(const float* in, float* out, int n) {
  const std::size_t bytes = n * sizeof(float);
  float *in_gpu = nullptr, *out_gpu = nullptr;  // what they point to is device memory
  cudaMalloc(&in_gpu, bytes);
  cudaMalloc(&out_gpu, bytes);
  // TODO(0.7): copy `in` to the device, launch the kernel on the device's arrays, copy the result
  // back to `out`: cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice or cudaMemcpyDeviceToHost).
  // your code: about 3 lines
  cudaFree(in_gpu);
  cudaFree(out_gpu);
  return cudaSuccess;  // the next step asks whether that is true
}
