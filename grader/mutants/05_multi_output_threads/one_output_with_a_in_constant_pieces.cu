// verdict: MISSES THE POINT
// One output a thread, as in lab 04, but A comes piece by piece through constant memory, at each
// size.
#include <gemmlab/matmul.h>

constexpr int kRows = 128, kDepth = 128;
__constant__ float a_piece[kRows * kDepth];

__global__ void piece_kernel(const float* b, float* c, int rows, int n, int depth, bool is_first) {
  __shared__ float b_tile[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
  float sum = is_first || row >= rows || col >= n ? 0.0f : c[row * n + col];
  for (int k0 = 0; k0 < depth; k0 += 32) {
    b_tile[ty][tx] = k0 + ty < depth && col < n ? b[(k0 + ty) * n + col] : 0.0f;
    __syncthreads();
    if (row < rows) {
      for (int p = 0; p < 32 && k0 + p < depth; ++p) {
        sum += a_piece[row * kDepth + k0 + p] * b_tile[p][tx];
      }
    }
    __syncthreads();
  }
  if (row < rows && col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  void* piece = nullptr;
  cudaGetSymbolAddress(&piece, a_piece);
  for (int row0 = 0; row0 < m; row0 += kRows) {
    const int rows = m - row0 < kRows ? m - row0 : kRows;
    for (int k0 = 0; k0 < k; k0 += kDepth) {
      const int depth = k - k0 < kDepth ? k - k0 : kDepth;
      cudaMemcpy2D(piece, kDepth * sizeof(float), a + row0 * k + k0, k * sizeof(float),
                   depth * sizeof(float), rows, cudaMemcpyDeviceToDevice);
      const dim3 threads(32, 32), blocks((n + 31) / 32, (rows + 31) / 32);
      piece_kernel<<<blocks, threads>>>(b + k0 * n, c + row0 * n, rows, n, depth, k0 == 0);
    }
  }
}
