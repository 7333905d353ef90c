// Kernels whose global requests and sectors Nsight Compute counted on an H200, n = 128.
#define EXPORT extern "C" __attribute__((visibility("default")))

__global__ void naive(const float* a, const float* b, float* c, int n) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < n) {
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) {
      sum += a[row * n + k] * b[k * n + col];
    }
    c[row * n + col] = sum;
  }
}

// x runs down a column: uncoalesced.
__global__ void transposed(const float* a, const float* b, float* c, int n) {
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < n) {
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) {
      sum += a[row * n + k] * b[k * n + col];
    }
    c[row * n + col] = sum;
  }
}

template <int kTile>
__global__ void tiled(const float* a, const float* b, float* c, int n) {
  __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty, col = blockIdx.x * kTile + tx;
  float sum = 0.0f;
  for (int k0 = 0; k0 < n; k0 += kTile) {
    a_tile[ty][tx] = a[row * n + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) {
      sum += a_tile[ty][k] * b_tile[k][tx];
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}

template <int kTile>
__global__ void bounded(const float* a, const float* b, float* c, int m, int n, int depth) {
  __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty, col = blockIdx.x * kTile + tx;
  float sum = 0.0f;
  for (int k0 = 0; k0 < depth; k0 += kTile) {
    a_tile[ty][tx] = row < m && k0 + tx < depth ? a[row * depth + k0 + tx] : 0.0f;
    b_tile[ty][tx] = k0 + ty < depth && col < n ? b[(k0 + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < kTile; ++k) {
      sum += a_tile[ty][k] * b_tile[k][tx];
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

// Each thread computes kOutputs elements of one column of a 32x32 tile.
template <int kOutputs>
__global__ void multi_output(const float* a, const float* b, float* c, int n) {
  constexpr int kTile = 32, kStep = kTile / kOutputs;
  __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row0 = blockIdx.y * kTile, col0 = blockIdx.x * kTile;
  float sum[kOutputs] = {};
  for (int k0 = 0; k0 < n; k0 += kTile) {
#pragma unroll
    for (int o = 0; o < kOutputs; ++o) {
      a_tile[ty + o * kStep][tx] = a[(row0 + ty + o * kStep) * n + k0 + tx];
      b_tile[ty + o * kStep][tx] = b[(k0 + ty + o * kStep) * n + col0 + tx];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kTile; ++k) {
#pragma unroll
      for (int o = 0; o < kOutputs; ++o) {
        sum[o] += a_tile[ty + o * kStep][k] * b_tile[k][tx];
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int o = 0; o < kOutputs; ++o) {
    c[(row0 + ty + o * kStep) * n + col0 + tx] = sum[o];
  }
}

// 64 threads own 64x16 of C; A goes directly into registers, uncoalesced.
__global__ void joint(const float* a, const float* b, float* c, int n) {
  __shared__ float b_tile[4][16];
  float a_frag[4], sum[16] = {};
  const int t = threadIdx.x, per_row = n / 16;
  const int row = blockIdx.x / per_row * 64 + t, col = blockIdx.x % per_row * 16;
  for (int k = 0; k < n; k += 4) {
    b_tile[t / 16][t % 16] = b[(k + t / 16) * n + col + t % 16];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      a_frag[i] = a[row * n + k + i];
    }
#pragma unroll
    for (int j = 0; j < 16; ++j) {
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        sum[j] += a_frag[i] * b_tile[i][j];
      }
    }
    __syncthreads();
  }
  for (int j = 0; j < 16; ++j) {
    c[row * n + col + j] = sum[j];
  }
}

// A kRows x kCols tile of C per block, 8x8 per thread, all copies 16 bytes wide.
template <int kRows, int kCols, int kDepth>
__global__ void __launch_bounds__(kRows* kCols / 64)
    register_tiled(const float* __restrict__ a, const float* __restrict__ b, float* c, int n) {
  __shared__ float a_tile[kDepth][kRows + 4], b_tile[kDepth][kCols];
  constexpr int kThreads = kRows * kCols / 64;
  const int t = threadIdx.x, tile_row = t / (kCols / 8), tile_col = t % (kCols / 8);
  const int row0 = blockIdx.y * kRows, col0 = blockIdx.x * kCols;
  float sum[8][8] = {};
  for (int k0 = 0; k0 < n; k0 += kDepth) {
#pragma unroll
    for (int i = t; i < kRows * kDepth / 4; i += kThreads) {
      const int r = i / (kDepth / 4), k = i % (kDepth / 4) * 4;
      const float4 v = *(const float4*)&a[(size_t)(row0 + r) * n + k0 + k];
      a_tile[k][r] = v.x;
      a_tile[k + 1][r] = v.y;
      a_tile[k + 2][r] = v.z;
      a_tile[k + 3][r] = v.w;
    }
#pragma unroll
    for (int i = t; i < kDepth * kCols / 4; i += kThreads) {
      const int k = i / (kCols / 4), col = i % (kCols / 4) * 4;
      *(float4*)&b_tile[k][col] = *(const float4*)&b[(size_t)(k0 + k) * n + col0 + col];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kDepth; ++k) {
      float a_frag[8], b_frag[8];
#pragma unroll
      for (int i = 0; i < 8; i += 4) {
        *(float4*)&a_frag[i] = *(float4*)&a_tile[k][tile_row * 8 + i];
        *(float4*)&b_frag[i] = *(float4*)&b_tile[k][tile_col * 4 + i / 4 * (kCols / 2)];
      }
#pragma unroll
      for (int i = 0; i < 8; ++i) {
#pragma unroll
        for (int j = 0; j < 8; ++j) {
          sum[i][j] += a_frag[i] * b_frag[j];
        }
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 8; ++i) {
#pragma unroll
    for (int j = 0; j < 8; j += 4) {
      const int row = row0 + tile_row * 8 + i, col = col0 + tile_col * 4 + j / 4 * (kCols / 2);
      *(float4*)&c[(size_t)row * n + col] =
          make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
    }
  }
}

#define LADDER(name, kernel, grid, block, ...)                        \
  EXPORT void name(const float* a, const float* b, float* c, int n) { \
    kernel<<<grid, block>>>(a, b, c, __VA_ARGS__);                    \
  }

LADDER(naive16, naive, dim3(n / 16, n / 16), dim3(16, 16), n)
LADDER(naive32, naive, dim3(n / 32, n / 32), dim3(32, 32), n)
LADDER(transposed16, transposed, dim3(n / 16, n / 16), dim3(16, 16), n)
LADDER(transposed32, transposed, dim3(n / 32, n / 32), dim3(32, 32), n)
LADDER(tiled16, tiled<16>, dim3(n / 16, n / 16), dim3(16, 16), n)
LADDER(tiled32, tiled<32>, dim3(n / 32, n / 32), dim3(32, 32), n)
LADDER(bounded16, bounded<16>, dim3(n / 16, n / 16), dim3(16, 16), n, n, n)
LADDER(bounded32, bounded<32>, dim3(n / 32, n / 32), dim3(32, 32), n, n, n)
LADDER(multi_output2, multi_output<2>, dim3(n / 32, n / 32), dim3(32, 16), n)
LADDER(multi_output4, multi_output<4>, dim3(n / 32, n / 32), dim3(32, 8), n)
LADDER(multi_output8, multi_output<8>, dim3(n / 32, n / 32), dim3(32, 4), n)
LADDER(joint64, joint, n / 16 * (n / 64), 64, n)
LADDER(registers64, (register_tiled<64, 64, 8>), dim3(n / 64, n / 64), 64, n)
LADDER(registers128, (register_tiled<128, 128, 8>), dim3(n / 128, n / 128), 256, n)
LADDER(registers128x16, (register_tiled<128, 128, 16>), dim3(n / 128, n / 128), 256, n)

// 33 x 40 = 33 x 50 times 50 x 40, with counts computed by hand.
EXPORT void ragged(const float* a, const float* b, float* c, int) {
  bounded<16><<<dim3(3, 3), dim3(16, 16)>>>(a, b, c, 33, 40, 50);
}
