// verdict: MISSES THE POINT
// cuda: MISSES THE POINT or TIMED OUT or OUT OF BOUNDS
// suite: full
// A kernel copies A and B to variables of the device, from where the host gets them by their names.
#include <gemmlab/matmul.h>

#include <vector>

__device__ float a_kept[1 << 20], b_kept[1 << 20];

__global__ void put(float* to, const float* from, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    to[i] = from[i];
  }
}

__global__ void keep(const float* a, const float* b, int of_a, int of_b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < of_a) {
    a_kept[i] = a[i];
  }
  if (i < of_b) {
    b_kept[i] = b[i];
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  std::vector<float> a_host(m * k), b_host(k * n);
  keep<<<(m * k + k * n + 255) / 256, 256>>>(a, b, m * k, k * n);
  cudaMemcpyFromSymbol(a_host.data(), a_kept, sizeof(float) * m * k);
  cudaMemcpyFromSymbol(b_host.data(), b_kept, sizeof(float) * k * n);
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
