// verdict: UNFINISHED
// line: 19
// says: passes `x` both for what the kernel reads and for what it writes
#include <gemmlab/step_host.h>

__global__ void double_all(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = 2.0f * in[i];
  }
}

extern "C" cudaError_t step_host(const float* in, float* out, int n) {
  const std::size_t bytes = n * sizeof(float);
  float *x = nullptr, *y = nullptr;
  cudaMalloc(&x, bytes);
  cudaMalloc(&y, bytes);
  cudaMemcpy(x, in, bytes, cudaMemcpyHostToDevice);
  double_all<<<(n + 255) / 256, 256>>>(x, x, n);
  cudaMemcpy(out, y, bytes, cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(y);
  return cudaSuccess;
}
