// verdict: RACE
// cuda: WRONG or PASSED or TOO SLOW or OUT OF BOUNDS
// suite: full
// The last block adds both halves of a sum, but loads them with __ldg, which may read what was
// there before: who takes it for a faster load.
#include <gemmlab/matmul.h>

constexpr int kSide = 16;
constexpr int kMost = 1 << 20;

__device__ float halves[2][kMost];
__device__ unsigned arrived[kMost];

__global__ void clear_kernel(int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    arrived[i] = 0;
  }
}

// Block z of a column of blocks computes half of each sum; the last one adds both.
__global__ void split_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ bool is_last;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const bool inside = row < m && col < n;
  if (inside) {
    float sum = 0;
    for (int i = blockIdx.z; i < k; i += 2) {
      sum += a[row * k + i] * b[i * n + col];
    }
    halves[blockIdx.z][row * n + col] = sum;
  }
  __threadfence();
  __syncthreads();
  if (threadIdx.x + threadIdx.y == 0) {
    is_last = atomicAdd(&arrived[blockIdx.y * gridDim.x + blockIdx.x], 1u) == 1;
  }
  __syncthreads();
  if (is_last && inside) {
    const int i = row * n + col;
    c[i] = __ldg(&halves[0][i]) + __ldg(&halves[1][i]);
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kSide - 1) / kSide, (m + kSide - 1) / kSide, 2);
  clear_kernel<<<(grid.x * grid.y + 255) / 256, 256>>>(grid.x * grid.y);
  split_kernel<<<grid, dim3(kSide, kSide)>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float *da, *db, *dc;
  size_t sa = sizeof(float) * m * k, sb = sizeof(float) * k * n, sc = sizeof(float) * m * n;
  cudaMalloc(&da, sa);
  cudaMalloc(&db, sb);
  cudaMalloc(&dc, sc);
  cudaMemcpy(da, a, sa, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sb, cudaMemcpyHostToDevice);
  matmul(da, db, dc, m, n, k);
  cudaError_t e = cudaGetLastError();
  cudaMemcpy(c, dc, sc, cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
  return e;
}
