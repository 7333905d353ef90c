// verdict: WRONG ADDRESS SPACE
// look: 18
// words: reads host memory
// mistake: A helper of the host returns the address of data in a vector of its own.
#include <gemmlab/matmul.h>
#include <vector>

constexpr int kTile = 32;

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k,
                         const int* extents) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  if (extents[0] != m) {
    return;
  }
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[row * k + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      sum += a_tile[ty][i] * b_tile[i][tx];
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}

const int* packed(int m, int n, int k) {
  const std::vector<int> extents = {m, n, k};
  return extents.data();
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  multiply<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, m, n, k, packed(m, n, k));
}
