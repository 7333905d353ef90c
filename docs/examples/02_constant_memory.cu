// verdict: PASSED
// The extents lie in constant memory. Host code writes, reads, finds and measures the variable by
// functions that take its symbol; its name alone means nothing on the host.
#include <gemmlab/matmul.h>

struct Extents {
  int m, n, k;
};
__constant__ Extents extents;  // all threads read it; only the host may write it

// C = A * B, one element of C per thread.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/16), ceil(m/16)), block (16, 16)
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
__global__ void naive_kernel(const float* a, const float* b, float* c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < extents.m && col < extents.n) {
    float sum = 0.0f;
    for (int p = 0; p < extents.k; ++p) {
      sum += a[row * extents.k + p] * b[p * extents.n + col];
    }
    c[row * extents.n + col] = sum;
  }
}

// Whether the variable has these values, read in the two ways that host code has.
static bool holds(const Extents& wanted) {
  Extents by_symbol{};
  cudaMemcpyFromSymbol(&by_symbol, extents, sizeof by_symbol);
  void* address = nullptr;
  size_t bytes = 0;
  cudaGetSymbolAddress(&address, extents);
  cudaGetSymbolSize(&bytes, extents);
  Extents by_address{};
  cudaMemcpy(&by_address, address, bytes, cudaMemcpyDeviceToHost);
  return by_symbol.k == wanted.k && by_address.k == wanted.k;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const Extents host{m, n, k};
  cudaMemcpyToSymbol(extents, &host, sizeof host);
  if (holds(host)) {
    naive_kernel<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c);
  }
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  const size_t a_bytes = sizeof(float) * m * k;
  const size_t b_bytes = sizeof(float) * k * n;
  const size_t c_bytes = sizeof(float) * m * n;
  float* a_device = nullptr;
  float* b_device = nullptr;
  float* c_device = nullptr;
  cudaMalloc(&a_device, a_bytes);
  cudaMalloc(&b_device, b_bytes);
  cudaMalloc(&c_device, c_bytes);
  cudaMemcpy(a_device, a, a_bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b_device, b, b_bytes, cudaMemcpyHostToDevice);
  matmul(a_device, b_device, c_device, m, n, k);
  const cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) {
    cudaMemcpy(c, c_device, c_bytes, cudaMemcpyDeviceToHost);
  }
  cudaFree(a_device);
  cudaFree(b_device);
  cudaFree(c_device);
  return error;
}
