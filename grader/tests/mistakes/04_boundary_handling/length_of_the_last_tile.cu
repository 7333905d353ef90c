// verdict: WRONG
// look: 29 30
// mistake: The last tile's length, k % TILE, is 0 where k is a multiple of TILE.
#include <gemmlab/matmul.h>

#define TILE 16
#define CEIL_DIV(x, y) (((x) + (y) - 1) / (y))

__global__ void mm_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float as[TILE * TILE];
  __shared__ float bs[TILE * TILE];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int me = ty * TILE + tx;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;
  const int num_tiles = CEIL_DIV(k, TILE);

  float acc = 0.f;
  for (int t = 0; t < num_tiles; ++t) {
    const int ka = t * TILE + tx;
    const int kb = t * TILE + ty;
    as[me] = row < m && ka < k ? a[row * k + ka] : 0.f;
    bs[me] = kb < k && col < n ? b[kb * n + col] : 0.f;
    __syncthreads();

    // the last tile has fewer columns: no need to multiply zeros
    const int len = t == num_tiles - 1 ? k % TILE : TILE;
    for (int p = 0; p < len; ++p) {
      acc += as[ty * TILE + p] * bs[p * TILE + tx];
    }
    __syncthreads();
  }

  if (row < m && col < n) {
    c[row * n + col] = acc;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(TILE, TILE);
  dim3 grid(CEIL_DIV(n, TILE), CEIL_DIV(m, TILE));
  mm_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
