// verdict: UNFINISHED
// look: 29
// mistake: C is cleared in one stream and added to in another, and neither waits.
// words: nothing waits for|cudaDeviceSynchronize
#include <gemmlab/matmul.h>

__global__ void clear(float* c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) c[i] = 0;
}

__global__ void add_products(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0;
    for (int p = 0; p < k; ++p) sum += a[row * k + p] * b[p * n + col];
    c[row * n + col] += sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
  cudaStream_t clears, adds;
  cudaStreamCreateWithFlags(&clears, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&adds, cudaStreamNonBlocking);

  // Both at once: that must be faster.
  clear<<<(m * n + 255) / 256, 256, 0, clears>>>(c, m * n);
  add_products<<<grid, block, 0, adds>>>(a, b, c, m, n, k);

  cudaStreamDestroy(clears);
  cudaStreamDestroy(adds);
}
