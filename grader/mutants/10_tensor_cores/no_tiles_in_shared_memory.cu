// verdict: PASSED
// cuda: PASSED or TOO SLOW
// Right: a warp loads its fragments straight from global memory, and uses each of them four times.
#include <gemmlab/matmul.h>
#include <mma.h>

using namespace nvcuda;

constexpr int kSide = 16, kStep = 8, kFragments = 4, kTile = kSide * kFragments;

using AFragment = wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major>;
using BFragment = wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major>;
using Sums = wmma::fragment<wmma::accumulator, 16, 16, 8, float>;

// Loads x[row ..][col ..]; through `part` where x [rows, cols] ends, or its rows are no quads.
template <int kRows, int kCols, class Fragment>
__device__ void load(Fragment& fragment, const float* x, int rows, int cols, int row, int col,
                     float* part) {
  if (row + kRows <= rows && col + kCols <= cols && cols % 4 == 0) {
    wmma::load_matrix_sync(fragment, &x[row * cols + col], cols);
  } else {
    for (int i = threadIdx.x; i < kRows * kCols; i += 32) {
      const int y = row + i / kCols, z = col + i % kCols;
      part[i] = y < rows && z < cols ? x[y * cols + z] : 0.0f;
    }
    __syncwarp();
    wmma::load_matrix_sync(fragment, part, kCols);
    __syncwarp();
  }
  for (int e = 0; e < fragment.num_elements; ++e) {
    fragment.x[e] = wmma::__float_to_tf32(fragment.x[e]);
  }
}

// A warp computes 64 x 64 elements of C. Neighbouring blocks find the same rows in the cache.
__global__ void direct_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  alignas(32) __shared__ float part[kSide * kSide];
  const int row0 = blockIdx.y * kTile, col0 = blockIdx.x * kTile;
  Sums sums[kFragments][kFragments];
  for (int i = 0; i < kFragments; ++i) {
    for (int j = 0; j < kFragments; ++j) {
      wmma::fill_fragment(sums[i][j], 0.0f);
    }
  }
  for (int k0 = 0; k0 < k; k0 += kStep) {
    AFragment a_frag[kFragments];
    for (int i = 0; i < kFragments; ++i) {
      load<kSide, kStep>(a_frag[i], a, m, k, row0 + i * kSide, k0, part);
    }
    for (int j = 0; j < kFragments; ++j) {
      BFragment b_frag;
      load<kStep, kSide>(b_frag, b, k, n, k0, col0 + j * kSide, part);
      for (int i = 0; i < kFragments; ++i) {
        wmma::mma_sync(sums[i][j], a_frag[i], b_frag, sums[i][j]);
      }
    }
  }
  for (int i = 0; i < kFragments; ++i) {
    for (int j = 0; j < kFragments; ++j) {
      wmma::store_matrix_sync(part, sums[i][j], kSide, wmma::mem_row_major);
      __syncwarp();
      for (int e = threadIdx.x; e < kSide * kSide; e += 32) {
        const int row = row0 + i * kSide + e / kSide, col = col0 + j * kSide + e % kSide;
        if (row < m && col < n) {
          c[row * n + col] = part[e];
        }
      }
      __syncwarp();
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  direct_kernel<<<dim3((n + kTile - 1) / kTile, (m + kTile - 1) / kTile), 32>>>(a, b, c, m, n, k);
}
