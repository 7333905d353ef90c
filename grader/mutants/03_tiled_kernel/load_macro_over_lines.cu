// verdict: OUT OF BOUNDS
// suite: full
// The macro that loads B is used over several lines, and its column is a tile too far.
// line: 20
#include <gemmlab/matmul.h>

constexpr int kTile = 16;
#define FETCH(tile, matrix, row, col, width) tile[ty][tx] = matrix[(row) * (width) + (col)]

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    FETCH(a_tile, a, row, k0 + tx, k);
    FETCH(b_tile, b,    // where to and where from
          k0 + ty,      // the row
          col + kTile,  // the column
          n);
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      sum += a_tile[ty][i] * b_tile[i][tx];
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  multiply<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, m, n, k);
}
