// verdict: BARRIER DIVERGENCE
// look: 25 29
// mistake: Half of the threads load A and the others B, each half with a barrier of its own
// inside its branch: these are two different barriers.
#include <gemmlab/matmul.h>

#define T 32
#define OUTS 4
#define ROWS (T / OUTS)

// upper half of the block loads A, lower half loads B
__global__ void multi(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float as[T][T];
  __shared__ float bs[T][T];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * T;
  const int col0 = blockIdx.x * T;
  float sum[OUTS] = {};

  for (int k0 = 0; k0 < k; k0 += T) {
    if (ty < ROWS / 2) {
      for (int y = ty; y < T; y += ROWS / 2)
        as[y][tx] = (row0 + y < m && k0 + tx < k) ? a[(row0 + y) * k + k0 + tx] : 0.0f;
      __syncthreads();   // A is there
    } else {
      for (int y = ty - ROWS / 2; y < T; y += ROWS / 2)
        bs[y][tx] = (k0 + y < k && col0 + tx < n) ? b[(k0 + y) * n + col0 + tx] : 0.0f;
      __syncthreads();   // B is there
    }

    for (int p = 0; p < T; ++p) {
      const float v = bs[p][tx];
      for (int o = 0; o < OUTS; ++o) sum[o] += as[ty + o * ROWS][p] * v;
    }
    __syncthreads();
  }

  for (int o = 0; o < OUTS; ++o) {
    const int row = row0 + ty + o * ROWS;
    if (row < m && col0 + tx < n) c[row * n + col0 + tx] = sum[o];
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(T, ROWS);
  dim3 grid((n + T - 1) / T, (m + T - 1) / T);
  multi<<<grid, block>>>(a, b, c, m, n, k);
}
