// verdict: PASSED
// suite: full
// Right but unusual: tiles are a struct with member functions, the kernel a template with a
// lambda.
#include <gemmlab/matmul.h>

template <int kWidth>
struct Tile {
  float element[kWidth][kWidth];

  __device__ void load(const float* corner, int row_length) {
    element[threadIdx.y][threadIdx.x] = corner[threadIdx.y * row_length + threadIdx.x];
  }
};

template <int kWidth>
__global__ void tiled_kernel(const float* a, const float* b, float* c, int n, int k) {
  __shared__ Tile<kWidth> a_tile, b_tile;
  const int row0 = blockIdx.y * kWidth;
  const int col0 = blockIdx.x * kWidth;
  const auto dot = [&](int y, int x) {
    float sum = 0;
    for (int i = 0; i < kWidth; ++i) {
      sum += a_tile.element[y][i] * b_tile.element[i][x];
    }
    return sum;
  };
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kWidth) {
    a_tile.load(a + row0 * k + k0, k);
    b_tile.load(b + k0 * n + col0, n);
    __syncthreads();
    sum += dot(threadIdx.y, threadIdx.x);
    __syncthreads();
  }
  c[(row0 + threadIdx.y) * n + col0 + threadIdx.x] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  constexpr int kWidth = 16;
  const dim3 grid(n / kWidth, m / kWidth);
  tiled_kernel<kWidth><<<grid, dim3(kWidth, kWidth)>>>(a, b, c, n, k);
}
