// verdict: PASSED
// suite: full
// Right but unusual: a few blocks take tiles of C from a counter until none is left.
#include <gemmlab/matmul.h>

constexpr int kTile = 32;
constexpr unsigned kBlocks = 64;

__global__ void queue_kernel(const float* a, const float* b, float* c, int n, int k, unsigned tiles,
                             unsigned* queue) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  __shared__ unsigned next;
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const unsigned tiles_in_row = n / kTile;

  for (;;) {
    if (tx == 0 && ty == 0) {
      next = atomicAdd(queue, 1u);
    }
    __syncthreads();
    const unsigned tile = next;
    if (tile >= tiles) {
      break;  // all threads of the block
    }
    const int row0 = tile / tiles_in_row * kTile;
    const int col0 = tile % tiles_in_row * kTile;
    float sum = 0.0f;
    for (int k0 = 0; k0 < k; k0 += kTile) {
      a_tile[ty][tx] = a[(row0 + ty) * k + k0 + tx];
      b_tile[ty][tx] = b[(k0 + ty) * n + col0 + tx];
      __syncthreads();
      for (int p = 0; p < kTile; ++p) {
        sum += a_tile[ty][p] * b_tile[p][tx];
      }
      __syncthreads();
    }
    c[(row0 + ty) * n + col0 + tx] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  unsigned* queue = nullptr;
  if (cudaMalloc(&queue, sizeof *queue) != cudaSuccess) {
    return;  // the caller finds the error
  }
  cudaMemsetAsync(queue, 0, sizeof *queue);
  const unsigned tiles = static_cast<unsigned>(m / kTile) * (n / kTile);
  const unsigned blocks = tiles < kBlocks ? tiles : kBlocks;
  queue_kernel<<<blocks, dim3(kTile, kTile)>>>(a, b, c, n, k, tiles, queue);
  cudaStreamSynchronize(nullptr);
  cudaFree(queue);
}
