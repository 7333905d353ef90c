// verdict: WRONG
// look: 49
// mistake: The loop over a thread's columns ends at its number of rows.
#include <gemmlab/matmul.h>

// block: 64 x 128 of C, thread: 4 x 8 of it, 16 x 16 threads
namespace cfg {
constexpr int rows = 64;
constexpr int cols = 128;
constexpr int depth = 16;
constexpr int tM = 4;
constexpr int tN = 8;
constexpr int ny = rows / tM;
constexpr int nx = cols / tN;
}  // namespace cfg

__global__ void gemm_regs(const float* a, const float* b, float* c, int m, int n, int k) {
  using namespace cfg;
  __shared__ float sh_a[rows][depth];
  __shared__ float sh_b[depth][cols];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int t = ty * nx + tx;
  const int r0 = blockIdx.y * rows;
  const int c0 = blockIdx.x * cols;

  float sum[tM][tN] = {};

  for (int k0 = 0; k0 < k; k0 += depth) {
    // A: 16 threads take a row, 16 rows at once
    for (int y = t / depth; y < rows; y += nx * ny / depth) {
      const int x = t % depth;
      sh_a[y][x] = (r0 + y < m && k0 + x < k) ? a[(r0 + y) * k + k0 + x] : 0.0f;
    }
    // B: 128 threads take a row, 2 rows at once
    for (int y = t / cols; y < depth; y += nx * ny / cols) {
      const int x = t % cols;
      sh_b[y][x] = (k0 + y < k && c0 + x < n) ? b[(k0 + y) * n + c0 + x] : 0.0f;
    }
    __syncthreads();

    for (int p = 0; p < depth; ++p) {
      float ra[tM];
      float rb[tN];
      for (int i = 0; i < tM; ++i) ra[i] = sh_a[ty + i * ny][p];
      for (int j = 0; j < tN; ++j) rb[j] = sh_b[p][tx + j * nx];

      for (int i = 0; i < tM; ++i) {
        for (int j = 0; j < tM; ++j) {
          sum[i][j] += ra[i] * rb[j];
        }
      }
    }
    __syncthreads();
  }

  for (int i = 0; i < tM; ++i) {
    const int row = r0 + ty + i * ny;
    if (row >= m) break;
    for (int j = 0; j < tN; ++j) {
      const int col = c0 + tx + j * nx;
      if (col < n) c[row * n + col] = sum[i][j];
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(cfg::nx, cfg::ny);
  const dim3 grid((n + cfg::cols - 1) / cfg::cols, (m + cfg::rows - 1) / cfg::rows);
  gemm_regs<<<grid, block>>>(a, b, c, m, n, k);
}
