// verdict: OUT OF BOUNDS
// look: 21
// mistake: The guard of the store compares rows with n and columns with m.
#include <gemmlab/matmul.h>

#define TS 32
__global__ void tiled(const float* A, const float* B, float* C, int m, int n, int k) {
  __shared__ float Al[TS][TS];
  __shared__ float Bl[TS][TS];
  const int y = blockIdx.y * TS + threadIdx.y;
  const int x = blockIdx.x * TS + threadIdx.x;
  float r = 0.0f;
  for (int z0 = 0; z0 < k; z0 += TS) {
    int za = z0 + threadIdx.x, zb = z0 + threadIdx.y;
    Al[threadIdx.y][threadIdx.x] = (za < k && y < m) ? A[y * k + za] : 0.0f;
    Bl[threadIdx.y][threadIdx.x] = (zb < k && x < n) ? B[zb * n + x] : 0.0f;
    __syncthreads();
    for (int z = 0; z < TS; ++z) r = fmaf(Al[threadIdx.y][z], Bl[z][threadIdx.x], r);
    __syncthreads();
  }
  if (y < n && x < m) {
    C[y * n + x] = r;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(TS, TS);
  dim3 grid((n + TS - 1) / TS, (m + TS - 1) / TS);
  tiled<<<grid, block>>>(a, b, c, m, n, k);
}
