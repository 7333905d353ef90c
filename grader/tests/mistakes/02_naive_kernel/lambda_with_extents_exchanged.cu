// verdict: OUT OF BOUNDS
// look: 15
// words: reads element
// not: No condition there compares
// mistake: The lambda asks for the right place, with extents in the wrong order.
#include <gemmlab/matmul.h>

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const auto get = [](const float* x, int i, int j, int rows, int cols, int length) {
    return i < rows && j < cols ? x[i * length + j] : 0;
  };
  const auto inside = [](int i, int j, int rows, int cols) { return i < rows && j < cols; };
  if (inside(row, col, n, m)) {
    float sum = 0;
    for (int p = 0; p < k; ++p) {
      sum += get(a, row, p, n, k, k) * get(b, p, col, k, m, n);
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  multiply<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, n, k);
}
