// verdict: RACE
// look: 14
// mistake: The next tiles go into the buffers that are read in this round.
// words: There is no __syncthreads() between
#include <gemmlab/matmul.h>

constexpr int TILE = 64, DEPTH = 8, PER = 4, SIDE = TILE / PER;

__device__ void fill(float (*ta)[DEPTH], float (*tb)[TILE], const float* a, const float* b, int m, int n, int k, int k0) {
  const int id = threadIdx.y * SIDE + threadIdx.x;
  const int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
  for (int e = id; e < TILE * DEPTH; e += SIDE * SIDE) {
    int y = e / DEPTH, x = e % DEPTH;
    ta[y][x] = row0 + y < m && k0 + x < k ? a[(row0 + y) * k + k0 + x] : 0.0f;
    y = e / TILE;
    x = e % TILE;
    tb[y][x] = k0 + y < k && col0 + x < n ? b[(k0 + y) * n + col0 + x] : 0.0f;
  }
}

__global__ void double_buffered(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float ta[2][TILE][DEPTH];
  __shared__ float tb[2][DEPTH][TILE];
  float sum[PER][PER] = {};
  int cur = 0;
  fill(ta[0], tb[0], a, b, m, n, k, 0);
  __syncthreads();
  for (int k0 = 0; k0 < k; k0 += DEPTH) {
    if (k0 + DEPTH < k) {
      fill(ta[cur], tb[cur], a, b, m, n, k, k0 + DEPTH);
    }
    for (int p = 0; p < DEPTH; ++p) {
      float fa[PER], fb[PER];
      for (int i = 0; i < PER; ++i) fa[i] = ta[cur][threadIdx.y + i * SIDE][p];
      for (int j = 0; j < PER; ++j) fb[j] = tb[cur][p][threadIdx.x + j * SIDE];
      for (int i = 0; i < PER; ++i)
        for (int j = 0; j < PER; ++j) sum[i][j] += fa[i] * fb[j];
    }
    __syncthreads();
    cur ^= 1;
  }
  for (int i = 0; i < PER; ++i)
    for (int j = 0; j < PER; ++j) {
      const int row = blockIdx.y * TILE + threadIdx.y + i * SIDE;
      const int col = blockIdx.x * TILE + threadIdx.x + j * SIDE;
      if (row < m && col < n) c[row * n + col] = sum[i][j];
    }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  double_buffered<<<dim3((n + TILE - 1) / TILE, (m + TILE - 1) / TILE), dim3(SIDE, SIDE)>>>(a, b, c, m, n, k);
}
