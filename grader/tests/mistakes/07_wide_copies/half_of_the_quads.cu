// verdict: UNINITIALISED
// look: 50
// mistake: The loop counts half of the quads.
// Lab 07, wide copies: lab 06, but what moves, moves four floats an instruction. A's tile lies
// transposed in shared memory, so that a thread's rows of a column of A are neighbours there.
#include <gemmlab/matmul.h>

constexpr int kTile = 128;            // the block's tile of C: kTile x kTile
constexpr int kDepth = 8;             // and the part of k that is in shared memory at a time
constexpr int kSums = 8;              // the thread's tile of C: two quads of rows, two of columns
constexpr int kSide = kTile / kSums;  // 16 x 16 threads
constexpr int kPad = 4;  // floats: a warp's stores to the transposed tile meet 32 different banks

// The four floats from x on, which is at a multiple of 16 bytes, as one value: one instruction.
__device__ float4& quad_at(float* x) {
  return *reinterpret_cast<float4*>(x);
}

// Four neighbours of x [rows, cols] in a row, the first in a column that is a multiple of 4.
__device__ float4 load_quad(const float* x, int rows, int cols, int row, int col) {
  float4 quad = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  // Step 7.1: one load of 16 bytes if each row of x begins at a multiple of 16 bytes, else a load
  // for each element. 0 stays where x has no element.
  if (row < rows && col < cols && cols % 4 == 0) {
    quad = *reinterpret_cast<const float4*>(&x[row * cols + col]);
  } else if (row < rows) {
    quad.x = col + 0 < cols ? x[row * cols + col + 0] : 0.0f;
    quad.y = col + 1 < cols ? x[row * cols + col + 1] : 0.0f;
    quad.z = col + 2 < cols ? x[row * cols + col + 2] : 0.0f;
    quad.w = col + 3 < cols ? x[row * cols + col + 3] : 0.0f;
  }
  return quad;
}

// C = A * B, kSums x kSums elements of C per thread, operands staged tile by tile.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/kTile), ceil(m/kTile)), block (kSide, kSide), 8 kB of static shared memory
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
__global__ void wide_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  alignas(16) __shared__ float a_tile[kDepth][kTile + kPad];  // [8, 128 + 4] of A, transposed
  alignas(16) __shared__ float b_tile[kDepth][kTile];         // [8, 128] of B
  const int tx = threadIdx.x, ty = threadIdx.y, thread = ty * kSide + tx;
  const int row0 = blockIdx.y * kTile, col0 = blockIdx.x * kTile;  // the block's tile of C
  // [8, 8] of C: rows 4 ty + i and 64 + 4 ty + i, columns 4 tx + j and 64 + 4 tx + j
  alignas(16) float sums[kSums][kSums] = {};

  for (int k0 = 0; k0 < k; k0 += kDepth) {
    // Step 7.2: each thread loads a quad of A and a quad of B. That of A becomes a part of a column
    // of a_tile, because A's tile is transposed; that of B goes to b_tile in one store.
    for (int q = thread; q < kTile * kDepth / 8; q += kSide * kSide) {
      const int r = q / (kDepth / 4);
      const int s = (q % (kDepth / 4)) * 4;
      float4 v = load_quad(a, m, k, row0 + r, k0 + s);
      a_tile[s][r] = v.x;
      a_tile[s + 1][r] = v.y;
      a_tile[s + 2][r] = v.z;
      a_tile[s + 3][r] = v.w;
    }
    for (int q = thread; q < kTile * kDepth / 4; q += kSide * kSide) {
      const int r = q / (kTile / 4);
      const int s = (q % (kTile / 4)) * 4;
      quad_at(&b_tile[r][s]) = load_quad(b, k, n, k0 + r, col0 + s);
    }
    __syncthreads();  // waits until all threads have loaded: the tiles are complete now

    // Step 7.3: for each p, load two quads of A's column p and two of B's row p, and add all their
    // products to the sums.
    for (int p = 0; p < kDepth; ++p) {
      alignas(16) float a_frag[kSums], b_frag[kSums];
      for (int h = 0; h < 2; ++h) {
        quad_at(&a_frag[4 * h]) = quad_at(&a_tile[p][h * kTile / 2 + ty * 4]);
        quad_at(&b_frag[4 * h]) = quad_at(&b_tile[p][h * kTile / 2 + tx * 4]);
      }
      for (int i = 0; i < kSums; ++i) {
        for (int j = 0; j < kSums; ++j) {
          sums[i][j] += a_frag[i] * b_frag[j];
        }
      }
    }
    __syncthreads();  // waits until all threads have read: the next phase overwrites the tiles
  }

  // Step 7.4: store the sums that have a place in C, by quads if its rows begin at 16 bytes.
  for (int hi = 0; hi < 2; ++hi) {
    for (int i = 0; i < 4; ++i) {
      const int row = row0 + hi * (kTile / 2) + ty * 4 + i;
      if (row >= m) continue;
      for (int hj = 0; hj < 2; ++hj) {
        const int col = col0 + hj * (kTile / 2) + tx * 4;
        if (n % 4 == 0) {
          if (col < n) {
            quad_at(&c[row * n + col]) = quad_at(&sums[hi * 4 + i][hj * 4]);
          }
        } else {
          for (int j = 0; j < 4; ++j) {
            if (col + j < n) {
              c[row * n + col + j] = sums[hi * 4 + i][hj * 4 + j];
            }
          }
        }
      }
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  wide_kernel<<<grid, dim3(kSide, kSide)>>>(a, b, c, m, n, k);
}
