// verdict: UNFINISHED
// says: its result stayed in device memory
#include <gemmlab/step_host.h>

__global__ void double_all(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = 2.0f * in[i];
  }
}

extern "C" cudaError_t step_host(const float* in, float* out, int n) {
  const std::size_t bytes = n * sizeof(float);
  float *in_gpu = nullptr, *out_gpu = nullptr;
  cudaMalloc(&in_gpu, bytes);
  cudaMalloc(&out_gpu, bytes);
  cudaMemcpy(in_gpu, in, bytes, cudaMemcpyHostToDevice);
  double_all<<<(n + 255) / 256, 256>>>(in_gpu, out_gpu, n);
  cudaFree(in_gpu);
  cudaFree(out_gpu);
  return cudaSuccess;
}
