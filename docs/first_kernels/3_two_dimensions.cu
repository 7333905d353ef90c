// First kernel 3: two dimensions. A is a column of m numbers, B a row of n: C = A * B is a table of
// their products, m x n, such as that of 1 to 10.
#include <gemmlab/matmul.h>

// c[i][j] = a[i] * b[j], one thread for each element.
//   a [m], b [n], c [m, n]   device memory, C row after row; any m, n >= 1
//   grid (ceil(n/16), ceil(m/16)), block (16, 16)
__global__ void table(const float* a, const float* b, float* c, int m, int n) {
  // TODO: this thread's i (from y) and j (from x); inside of C, store the product. Memory has one
  // dimension: row i of C begins at element i * n.
  // your code: about 5 lines
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  table<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, n);
}
