// An error looked at: a launch that CUDA refuses says so only if it is asked.
#include <gemmlab/step_host.h>

// out[i] = 2 * in[i], one thread for each i.
//   in [n], out [n]   fp32, device memory; n >= 1
//   grid 1, block n: a block has at most 1024 threads, so that CUDA refuses a larger n
__global__ void double_all(const float* in, float* out) {
  const int i = threadIdx.x;
  out[i] = 2.0f * in[i];
}

// in [n], out [n]: fp32, host memory.
//   returns the error of the launch if it was refused, else cudaSuccess
extern "C" cudaError_t step_host(const float* in, float* out, int n) {
  const std::size_t bytes = n * sizeof(float);
  float *in_gpu = nullptr, *out_gpu = nullptr;
  cudaMalloc(&in_gpu, bytes);
  cudaMalloc(&out_gpu, bytes);
  cudaMemcpy(in_gpu, in, bytes, cudaMemcpyHostToDevice);
  cudaError_t error = cudaSuccess;
  double_all<<<1, n>>>(in_gpu, out_gpu);
  // Step 0.8: a launch returns nothing. Ask for its error with cudaGetLastError(), and keep the
  // answer in `error`.
  // >>> 1 line
  error = cudaGetLastError();
  // <<<
  cudaMemcpy(out, out_gpu, bytes, cudaMemcpyDeviceToHost);
  cudaFree(in_gpu);
  cudaFree(out_gpu);
  return error;
}
