// verdict: BANK CONFLICTS
// look: 11 21 27
// mistake: B's tile is kept transposed without padding: right, but each store and each read of it
// in a warp goes to a single bank.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float bt_tile[kTile][kTile];  // B transposed, so that the inner loop walks along rows

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row0 = blockIdx.y * kTile;
  const int col0 = blockIdx.x * kTile;
  float sum = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[(row0 + ty) * k + (k0 + tx)];
    bt_tile[tx][ty] = b[(k0 + ty) * n + (col0 + tx)];
    __syncthreads();

    const float* arow = a_tile[ty];
    const float* bcol = bt_tile[tx];
    for (int p = 0; p < kTile; ++p) {
      sum += arow[p] * bcol[p];
    }
    __syncthreads();
  }

  c[(row0 + ty) * n + (col0 + tx)] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kTile, kTile);
  const dim3 grid(n / kTile, m / kTile);
  tiled_kernel<<<grid, block>>>(a, b, c, n, k);
}
