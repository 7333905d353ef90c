// verdict: LAUNCH FAILED
// says: nobody learns of it
#include <gemmlab/step_host.h>

__global__ void double_all(const float* in, float* out) {
  const int i = threadIdx.x;
  out[i] = 2.0f * in[i];
}

extern "C" cudaError_t step_host(const float* in, float* out, int n) {
  const std::size_t bytes = n * sizeof(float);
  float *in_gpu = nullptr, *out_gpu = nullptr;
  cudaMalloc(&in_gpu, bytes);
  cudaMalloc(&out_gpu, bytes);
  cudaMemcpy(in_gpu, in, bytes, cudaMemcpyHostToDevice);
  cudaError_t error = cudaSuccess;
  double_all<<<1, n>>>(in_gpu, out_gpu);
  cudaGetLastError();
  error = cudaGetLastError();
  cudaMemcpy(out, out_gpu, bytes, cudaMemcpyDeviceToHost);
  cudaFree(in_gpu);
  cudaFree(out_gpu);
  return error;
}
