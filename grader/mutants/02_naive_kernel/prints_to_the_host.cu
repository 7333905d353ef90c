// verdict: MISSES THE POINT
// cuda: MISSES THE POINT or TIMED OUT
// suite: full
// A kernel prints the bits of A and B, and the host, which has put a file of its own in the place
// of the standard output, reads and multiplies them.
#include <gemmlab/matmul.h>

#include <cstdio>
#include <cstring>
#include <vector>

__global__ void print(const float* values, int count) {
  for (int i = 0; i < count; ++i) {
    printf("%08x\n", __float_as_int(values[i]));
  }
}

static std::vector<float> printed(const float* values, int count) {
  std::vector<float> read(count);
  std::FILE* const usual = stdout;
  stdout = std::tmpfile();
  print<<<1, 1>>>(values, count);
  cudaDeviceSynchronize();
  std::rewind(stdout);
  for (float& each : read) {
    unsigned bits = 0;
    if (std::fscanf(stdout, "%x", &bits) == 1) {
      std::memcpy(&each, &bits, sizeof each);
    }
  }
  std::fclose(stdout);
  stdout = usual;
  return read;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const std::vector<float> a_host = printed(a, m * k), b_host = printed(b, k * n);
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
  cudaMemcpy(c, c_host.data(), sizeof(float) * m * n, cudaMemcpyHostToDevice);
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
