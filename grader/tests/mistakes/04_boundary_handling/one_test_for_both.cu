// verdict: OUT OF BOUNDS
// look: 20 22
// mistake: B's guard uses tx for its row although the element read is in row k0 + ty: B is read
// past its last row, and elements that exist become 0.
#include <gemmlab/matmul.h>

#define TILE 16

__global__ void guarded(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[TILE][TILE];
  __shared__ float b_tile[TILE][TILE];

  int tx = threadIdx.x;
  int ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += TILE) {
    bool k_ok = k0 + tx < k;
    a_tile[ty][tx] = (row < m && k_ok) ? a[row * k + k0 + tx] : 0.0f;
    b_tile[ty][tx] = (k_ok && col < n) ? b[(k0 + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int p = 0; p < TILE; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(TILE, TILE);
  dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
  guarded<<<grid, block>>>(a, b, c, m, n, k);
}
