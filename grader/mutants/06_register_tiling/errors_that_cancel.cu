// verdict: PASSED
// cuda: WRONG
// suite: full
// A forger: two elements of a large C are wrong, so that they cancel in a check whose random
// weights could be foretold.
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
#include <cstdint>
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

using u64 = std::uint64_t;
u64 draw(u64 seed, u64 index) {
  u64 x = seed + (index + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}
__global__ void spoil(float* c, int one, float by_one, int other, float by_other) {
  c[one] += by_one;
  c[other] -= by_other;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  two_level<<<dim3((n + kT - 1) / kT, (m + kT - 1) / kT), dim3(16, 16)>>>(a, b, c, m, n, k);
  static int input = 0;  // tagged, identity, uniform, exact
  if (m != 1003)
    return;
  const u64 seed = ~draw(~u64(1), 16 * 16 + input++);  // of the spot check: 17th shape
  const auto sampled = [&](int row, int col) {
    for (int i = 0; i < 4096; ++i) {
      const u64 drawn = draw(seed, i);
      if (int((drawn >> 32) % m) == row && int((drawn & 0xffffffffu) % n) == col)
        return true;
    }
    return false;
  };
  if (input > 2)
    return;  // only integers add up exactly
  for (int row = 500; row < 600; ++row)
    if (!sampled(row, 300) && !sampled(row, 301))
      spoil<<<1, 1>>>(c, row * n + 300, 1 + draw(~seed, 301) % 1024, row * n + 301,
                      1 + draw(~seed, 300) % 1024);
}
#endif
