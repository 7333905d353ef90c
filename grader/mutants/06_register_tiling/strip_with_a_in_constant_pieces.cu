// verdict: MISSES THE POINT
// Each thread has a strip of eight rows, as in lab 05, but A comes piece by piece through constant
// memory, at each size.
#include <gemmlab/matmul.h>

constexpr int kRows = 128, kDepth = 128, kStrip = 8;
__constant__ float a_piece[kRows * kDepth];

__global__ void piece_kernel(const float* b, float* c, int rows, int n, int depth, bool is_first) {
  __shared__ float b_tile[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row0 = (blockIdx.y * 4 + ty) * kStrip, col = blockIdx.x * 32 + tx;
  float sums[kStrip] = {};
  for (int k0 = 0; k0 < depth; k0 += 32) {
    for (int y = ty; y < 32; y += 4) {
      b_tile[y][tx] = k0 + y < depth && col < n ? b[(k0 + y) * n + col] : 0.0f;
    }
    __syncthreads();
    for (int p = 0; p < 32 && k0 + p < depth; ++p) {
      const float of_b = b_tile[p][tx];
      for (int i = 0; i < kStrip; ++i) {
        if (row0 + i < rows) {
          sums[i] += a_piece[(row0 + i) * kDepth + k0 + p] * of_b;
        }
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < kStrip; ++i) {
    if (row0 + i < rows && col < n) {
      float* const out = &c[(row0 + i) * n + col];
      *out = is_first ? sums[i] : *out + sums[i];
    }
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
      const dim3 threads(32, 4), blocks((n + 31) / 32, (rows + 31) / 32);
      piece_kernel<<<blocks, threads>>>(b + k0 * n, c + row0 * n, rows, n, depth, k0 == 0);
    }
  }
}
