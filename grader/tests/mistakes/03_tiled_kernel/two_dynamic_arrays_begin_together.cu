// verdict: WRONG
// look: 9
// mistake: Both arrays in dynamic shared memory begin at the same place.
// words: begin at the same place
#include <gemmlab/matmul.h>

__global__ void dyn_tiled(const float* a, const float* b, float* c, int n, int k, int w) {
  extern __shared__ float as[];
  extern __shared__ float bs[];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * w + ty, col = blockIdx.x * w + tx;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += w) {
    as[ty * w + tx] = a[row * k + k0 + tx];
    bs[ty * w + tx] = b[(k0 + ty) * n + col];
    __syncthreads();
    for (int p = 0; p < w; ++p) sum += as[ty * w + p] * bs[p * w + tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const int w = 32;
  const size_t bytes = 2 * w * w * sizeof(float);
  dyn_tiled<<<dim3(n / w, m / w), dim3(w, w), bytes>>>(a, b, c, n, k, w);
}
