// verdict: MISSES THE POINT
// Two by two outputs a thread, whose operands come by atomics that add nothing.
#include <gemmlab/matmul.h>
__global__ void cp(const float* a, float* s, long long t) {
  long long i = blockIdx.x * 256ll + threadIdx.x;
  if (i < t)
    s[i] = a[i];
}
__global__ void kern(float* sa, const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float bt[32][64];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 64 + ty, col = blockIdx.x * 64 + tx;
  float s[2][2] = {};
  for (int k0 = 0; k0 < k; k0 += 32) {
    for (int h = 0; h < 2; ++h)
      bt[ty][tx + 32 * h] =
          k0 + ty < k && col + 32 * h < n ? b[(k0 + ty) * n + col + 32 * h] : 0.0f;
    __syncthreads();
    for (int p = 0; p < 32 && k0 + p < k; ++p) {
      float v[2] = {bt[p][tx], bt[p][tx + 32]};
      for (int i = 0; i < 2; ++i) {
        float x =
            row + 32 * i < m && col < n ? atomicAdd(&sa[(row + 32 * i) * k + k0 + p], 0.0f) : 0.0f;
        for (int j = 0; j < 2; ++j)
          s[i][j] += x * v[j];
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      if (row + 32 * i < m && col + 32 * j < n)
        c[(row + 32 * i) * n + col + 32 * j] = s[i][j];
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  float* s;
  cudaMalloc(&s, sizeof(float) * m * k);
  long long t = (long long)m * k;
  cp<<<(t + 255) / 256, 256>>>(a, s, t);
  kern<<<dim3((n + 63) / 64, (m + 63) / 64), dim3(32, 32)>>>(s, a, b, c, m, n, k);
  cudaFree(s);
}
