// verdict: PARTIAL
// look: 40 41
// mistake: Source and destination are swapped in the copies to the device (written as from, to):
// cudaMemcpy takes the destination first.
#include <gemmlab/matmul.h>

const int SIDE = 32;

__device__ float dot(const float* u, const float* v, int stride, int len) {
  float s = 0.0f;
  for (int t = 0; t < len; ++t) s += u[t] * v[t * stride];
  return s;
}

__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  int col = threadIdx.x + blockIdx.x * blockDim.x;
  int row = threadIdx.y + blockIdx.y * blockDim.y;
  if (col < n && row < m) c[row * n + col] = dot(a + row * k, b + col, n, k);
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 threads(SIDE, SIDE / 2);
  dim3 blocks((n + threads.x - 1) / threads.x, (m + threads.y - 1) / threads.y);
  product<<<blocks, threads>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  cudaError_t error = cudaSuccess;
  float* a_device = nullptr;
  float* b_device = nullptr;
  float* c_device = nullptr;
  int bytesA = m * k * sizeof(float);
  int bytesB = k * n * sizeof(float);
  int bytesC = m * n * sizeof(float);
  cudaMalloc(&a_device, bytesA);
  cudaMalloc(&b_device, bytesB);
  cudaMalloc(&c_device, bytesC);

  // host -> device
  cudaMemcpy((void*)a, a_device, bytesA, cudaMemcpyHostToDevice);
  cudaMemcpy((void*)b, b_device, bytesB, cudaMemcpyHostToDevice);

  matmul(a_device, b_device, c_device, m, n, k);
  error = cudaGetLastError();

  if (error == cudaSuccess) {
    error = cudaMemcpy(c, c_device, bytesC, cudaMemcpyDeviceToHost);
  }
  cudaFree(c_device);
  cudaFree(b_device);
  cudaFree(a_device);
  return error;
}
