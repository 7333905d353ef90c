// Calls a lab file's matmul once for each shape: run_once M,N,K... Only
// these calls should be counted or checked, so on the GPU this program only sets up matrices.
#include <gemmlab/matmul.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

// Between two shapes, so that a list of launches shows where the next begins.
__global__ void next_shape() {}

namespace {

float* to_device(const std::vector<float>& host) {
  float* device = nullptr;
  if (cudaMalloc(&device, host.size() * sizeof(float)) != cudaSuccess) {
    std::abort();
  }
  cudaMemcpy(device, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
  return device;
}

// Small whole numbers: products and sums are exact.
std::vector<float> matrix(int rows, int cols) {
  std::vector<float> values(std::size_t(rows) * cols);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = float(i * 7 % 5) - 2;
  }
  return values;
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    int m = 0, n = 0, k = 0;
    if (std::sscanf(argv[i], "%d,%d,%d", &m, &n, &k) != 3) {
      std::fprintf(stderr, "usage: run_once M,N,K...\n");
      return 2;
    }
    float* a = to_device(matrix(m, k));
    float* b = to_device(matrix(k, n));
    float* c = nullptr;
    cudaMalloc(&c, sizeof(float) * m * n);
    next_shape<<<1, 1>>>();
    cudaDeviceSynchronize();
    matmul(a, b, c, m, n, k);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s: %s\n", argv[i], cudaGetErrorName(error));
    std::fflush(stdout);
    if (error != cudaSuccess) {
      return 1;
    }
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
  }
  return 0;
}
