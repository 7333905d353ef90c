// verdict: OUT OF BOUNDS
// line: 17
// suite: full
// C is right; the table beside it has too few places for more rows than 16 bits can count, which
// only the last blocks of a long launch show.
#include <gemmlab/matmul.h>

__device__ int depth_of_row[65536];

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y;
  if (row >= m) {
    return;
  }
  if (col == 0) {
    depth_of_row[row] = k;
  }
  float sum = 0;
  for (int i = 0; i < k; ++i) {
    sum += a[row * k + i] * b[i * n + col];
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const int rows = n > 65535 ? 1 : 256;
  for (int first = 0; first < n; first += 65535) {
    naive_kernel<<<dim3((m + rows - 1) / rows, min(n - first, 65535)), rows>>>(a, b + first,
                                                                               c + first, m, n, k);
  }
}
