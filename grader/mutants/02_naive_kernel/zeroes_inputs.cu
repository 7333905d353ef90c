// verdict: INPUT MODIFIED
// Sets A and C to 0, hoping that the expected product is computed from A afterwards: a forger.
#include <gemmlab/matmul.h>

__global__ void zero_kernel(float* matrix, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    matrix[i] = 0;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  zero_kernel<<<(m * k + 255) / 256, 256>>>(const_cast<float*>(a), m * k);
  zero_kernel<<<(m * n + 255) / 256, 256>>>(c, m * n);
}
