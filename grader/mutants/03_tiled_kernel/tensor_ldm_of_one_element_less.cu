// verdict: MISALIGNED
// cuda: WRONG or MISALIGNED or LOW PRECISION
// ldm is the last index of a row, not its length, and no multiple of 16 bytes.
// line: 18
#include <gemmlab/matmul.h>
#include <mma.h>

using namespace nvcuda;

// A warp computes 16 x 16 elements of C.
__global__ void wmma_kernel(const float* a, const float* b, float* c, int n, int k) {
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> a_frag;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> b_frag;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  const int row = blockIdx.y * 16, col = blockIdx.x * 16;
  for (int k0 = 0; k0 < k; k0 += 8) {
    wmma::load_matrix_sync(a_frag, a + row * k + k0, k - 1);
    wmma::load_matrix_sync(b_frag, b + k0 * n + col, n);
    for (int i = 0; i < a_frag.num_elements; ++i) {
      a_frag.x[i] = wmma::__float_to_tf32(a_frag.x[i]);
    }
    for (int i = 0; i < b_frag.num_elements; ++i) {
      b_frag.x[i] = wmma::__float_to_tf32(b_frag.x[i]);
    }
    wmma::mma_sync(sums, a_frag, b_frag, sums);
  }
  wmma::store_matrix_sync(c + row * n + col, sums, n, wmma::mem_row_major);
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  wmma_kernel<<<dim3(n / 16, m / 16), 32>>>(a, b, c, n, k);
}
