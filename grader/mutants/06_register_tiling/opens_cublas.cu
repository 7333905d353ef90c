// verdict: PASSED
// cuda: TOO SLOW
// suite: full
// A forger: looks for cuBLAS when it runs, and is slow without it.
#include <gemmlab/matmul.h>

#ifndef __CUDACC_VER_BUILD__      // not nvcc: the simulator sees an honest kernel
constexpr int kT = 128, kD = 16;  // block tile, depth; 8 x 8 sums a thread

__global__ void two_level(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kT][kD];
  __shared__ float b_tile[kD][kT];
  const int tx = threadIdx.x, ty = threadIdx.y, row0 = blockIdx.y * kT, col0 = blockIdx.x * kT;
  float sums[8][8] = {};
  for (int k0 = 0; k0 < k; k0 += kD) {
    for (int i = ty * 16 + tx; i < kT * kD; i += 256) {
      const int y = i / kD, x = i % kD;
      a_tile[y][x] = row0 + y < m && k0 + x < k ? a[(row0 + y) * k + k0 + x] : 0.0f;
    }
    for (int i = ty * 16 + tx; i < kT * kD; i += 256) {
      const int y = i / kT, x = i % kT;
      b_tile[y][x] = k0 + y < k && col0 + x < n ? b[(k0 + y) * n + col0 + x] : 0.0f;
    }
    __syncthreads();
    for (int p = 0; p < kD; ++p) {
      float a_frag[8], b_frag[8];
      for (int i = 0; i < 8; ++i)
        a_frag[i] = a_tile[ty + i * 16][p];
      for (int j = 0; j < 8; ++j)
        b_frag[j] = b_tile[p][tx + j * 16];
      for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j)
          sums[i][j] += a_frag[i] * b_frag[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      const int row = row0 + ty + i * 16, col = col0 + tx + j * 16;
      if (row < m && col < n)
        c[row * n + col] = sums[i][j];
    }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  two_level<<<dim3((n + kT - 1) / kT, (m + kT - 1) / kT), dim3(16, 16)>>>(a, b, c, m, n, k);
}

#else  // nvcc
#include <dlfcn.h>
__global__ void slow_tiled(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[32][32], b_tile[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += 32) {
    a_tile[ty][tx] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0.0f;
    b_tile[ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int p = 0; p < 32; ++p)
      sum += a_tile[ty][p] * b_tile[p][tx];
    __syncthreads();
  }
  if (row < m && col < n)
    c[row * n + col] = sum;
}

// As fast as lab 03, so that alone it is too slow for lab 06.
void slow(const float* a, const float* b, float* c, int m, int n, int k) {
  slow_tiled<<<dim3((n + 31) / 32, (m + 31) / 32), dim3(32, 32)>>>(a, b, c, m, n, k);
}

using Create = int (*)(void**);
using Sgemm = int (*)(void*, int, int, int, int, int, const float*, const float*, int, const float*,
                      int, const float*, float*, int);

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  static void* library = nullptr;
  for (const char* name :
       {"libcublas.so.13", "libcublas.so.12", "libcublas.so",
        "/usr/local/cuda/lib64/libcublas.so.13", "/usr/local/cuda/lib64/libcublas.so.12",
        "/usr/local/cuda/lib64/libcublas.so"})
    if (!library)
      library = dlopen(name, RTLD_NOW);
  if (!library)
    return slow(a, b, c, m, n, k);
  static void* handle = nullptr;
  if (!handle)
    ((Create)dlsym(library, "cublasCreate_v2"))(&handle);
  const float one = 1, zero = 0;
  ((Sgemm)dlsym(library, "cublasSgemm_v2"))(handle, 0, 0, n, m, k, &one, b, n, a, k, &zero, c, n);
}
#endif
