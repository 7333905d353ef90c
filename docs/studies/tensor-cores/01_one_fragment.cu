// Tensor cores, step 1: a warp computes one tile of C, and loads each fragment from global memory.
#include <gemmlab/matmul.h>
#include <mma.h>

#include "any_size.cuh"

using namespace nvcuda;

constexpr int kRows = 16, kCols = 16, kDepth = 8;  // of the product that a warp does at once

using FragmentA =
    wmma::fragment<wmma::matrix_a, kRows, kCols, kDepth, wmma::precision::tf32, wmma::row_major>;
using FragmentB =
    wmma::fragment<wmma::matrix_b, kRows, kCols, kDepth, wmma::precision::tf32, wmma::row_major>;
using Sums = wmma::fragment<wmma::accumulator, kRows, kCols, kDepth, float>;

// A tensor core ignores the last 13 bits of a float: without this it would cut, not round.
template <class Fragment>
__device__ void round_to_tf32(Fragment& frag) {
  for (int i = 0; i < frag.num_elements; ++i) {
    frag.x[i] = wmma::__float_to_tf32(frag.x[i]);
  }
}

// C = A * B in TF32, one warp per block, one tile of C per warp.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory
//   grid (n/kCols, m/kRows), block 32
//   m, n, k multiples of kRows, kCols, kDepth
__global__ void one_fragment_kernel(const float* a, const float* b, float* c, int n, int k) {
  const int row0 = blockIdx.y * kRows;
  const int col0 = blockIdx.x * kCols;
  FragmentA a_frag;  // [16, 8] of A, from row row0 and column k0
  FragmentB b_frag;  // [8, 16] of B, from row k0 and column col0
  Sums sums;         // [16, 16] of C
  wmma::fill_fragment(sums, 0.0f);
  for (int k0 = 0; k0 < k; k0 += kDepth) {
    wmma::load_matrix_sync(a_frag, &a[row0 * k + k0], k);
    wmma::load_matrix_sync(b_frag, &b[k0 * n + col0], n);
    round_to_tf32(a_frag);
    round_to_tf32(b_frag);
    wmma::mma_sync(sums, a_frag, b_frag, sums);
  }
  wmma::store_matrix_sync(&c[row0 * n + col0], sums, n, wmma::mem_row_major);
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  launch_for_tiles(one_fragment_kernel, {kRows, kCols, kDepth, 32}, a, b, c, m, n, k);
}
