// verdict: OUT OF BOUNDS
// line: 13
// diagnosis: element_by_element, not other_operation
// Multiplies two matrices of one size element by element.
#include <gemmlab/matmul.h>

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) {
    return;
  }
  c[row * n + col] = a[row * n + col] * b[row * n + col];
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
  naive_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
