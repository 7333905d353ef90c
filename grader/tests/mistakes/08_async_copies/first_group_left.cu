// verdict: RACE
// look: 87
// mistake: The first wait leaves the only group under way.
// Lab 08, asynchronous copies: lab 07 with two stages. While the threads multiply what is in one of
// them, the tiles of the next phase travel to the other.
#include <cuda_pipeline.h>
#include <gemmlab/matmul.h>

constexpr int kTile = 128;            // the block's tile of C: kTile x kTile
constexpr int kDepth = 16;            // and the part of k that a stage holds
constexpr int kSums = 8;              // the thread's tile of C: two quads of rows, two of columns
constexpr int kSide = kTile / kSums;  // 16 x 16 threads
constexpr int kThreads = kSide * kSide;
constexpr int kCopyCols = 8;  // a warp copies 4 x 8 elements of A at a time: whole sectors
constexpr int kPad = 4;  // floats: a warp's copies to the transposed tile meet 32 different banks

struct Tiles {
  alignas(16) float a[kDepth][kTile + kPad];  // [16, 128 + 4] of A, transposed
  alignas(16) float b[kDepth][kTile];         // [16, 128] of B
};

__device__ float4& quad_at(float* x) {
  return *reinterpret_cast<float4*>(x);
}

// Starts to copy kFloats neighbours, 1 or 4, from x[row][col] on: zeros if x [rows, cols] has none
// there. Four need rows that begin at multiples of 16 bytes.
template <int kFloats>
__device__ void start_copy(float* to, const float* x, int rows, int cols, int row, int col) {
  const bool inside = row < rows && col < cols;
  __pipeline_memcpy_async(to, inside ? &x[row * cols + col] : x, kFloats * sizeof(float),
                          inside ? 0 : kFloats * sizeof(float));
}

// Starts the thread's copies of A's columns and B's rows from k0 on to the tiles.
__device__ void start_tiles(Tiles& tiles, const float* a, const float* b, int m, int n, int k,
                            int k0) {
  const int thread = threadIdx.y * kSide + threadIdx.x;
  const int row0 = blockIdx.y * kTile, col0 = blockIdx.x * kTile;  // the block's tile of C
  // Step 8.1: elements of A one by one, since each goes to another row of the transposed tile; of B
  // a quad, or four elements if its rows do not begin at 16 bytes.
  for (int i = thread; i < kTile * kCopyCols; i += kThreads) {
    const int y = i / kCopyCols;
    for (int x = i % kCopyCols; x < kDepth; x += kCopyCols) {
      start_copy<1>(&tiles.a[x][y], a, m, k, row0 + y, k0 + x);
    }
  }
  for (int i = thread; i < kDepth * kTile / 4; i += kThreads) {
    const int y = i / (kTile / 4), x = i % (kTile / 4) * 4;
    if (n % 4 == 0) {
      start_copy<4>(&tiles.b[y][x], b, k, n, k0 + y, col0 + x);
    }
    for (int each = x; each < x + 4 && n % 4 != 0; ++each) {
      start_copy<1>(&tiles.b[y][each], b, k, n, k0 + y, col0 + each);
    }
  }
  __pipeline_commit();  // these copies are a group
}

// Adds all products of what is in the tiles to the sums.
__device__ __forceinline__ void add_products(float (&sums)[kSums][kSums], Tiles& tiles) {
  for (int p = 0; p < kDepth; ++p) {
    alignas(16) float a_frag[kSums], b_frag[kSums];
    quad_at(&a_frag[0]) = quad_at(&tiles.a[p][4 * threadIdx.y]);
    quad_at(&a_frag[4]) = quad_at(&tiles.a[p][kTile / 2 + 4 * threadIdx.y]);
    quad_at(&b_frag[0]) = quad_at(&tiles.b[p][4 * threadIdx.x]);
    quad_at(&b_frag[4]) = quad_at(&tiles.b[p][kTile / 2 + 4 * threadIdx.x]);
    for (int i = 0; i < kSums; ++i) {
      for (int j = 0; j < kSums; ++j) {
        sums[i][j] += a_frag[i] * b_frag[j];
      }
    }
  }
}

// C = A * B, kSums x kSums elements of C per thread, operands staged in two sets of tiles.
//   a [m, k], b [k, n], c [m, n]   fp32, row-major, packed, device memory; c overlaps neither
//   grid (ceil(n/kTile), ceil(m/kTile)), block (kSide, kSide), 33 kB of static shared memory
//   any m, n, k >= 1; the launch does not wait; the caller checks for launch errors
__global__ void two_stage_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ Tiles stages[2];  // one is read while the other one is filled
  // [8, 8] of C: rows 4 ty + i and 64 + 4 ty + i, columns 4 tx + j and 64 + 4 tx + j
  alignas(16) float sums[kSums][kSums] = {};

  // Step 8.2: bring the first tiles to stages[0]. Behind this all threads may read all of them.
  start_tiles(stages[0], a, b, m, n, k, 0);
  __pipeline_wait_prior(1);
  __syncthreads();           // waits for all threads' copies: from here on stage 0 is read

  for (int k0 = 0; k0 < k; k0 += kDepth) {
    const int stage = k0 / kDepth % 2;
    // Step 8.3: if there is a next phase, start the copies of its tiles. Do not wait for them.
    if (k0 + kDepth < k) {
      start_tiles(stages[1 - stage], a, b, m, n, k, k0 + kDepth);
    }
    add_products(sums, stages[stage]);
    // Step 8.4: behind this all threads may read the next tiles, and overwrite these.
    __pipeline_wait_prior(0);  // until the thread's own copies of the next tiles have arrived
    // Waits for all threads' copies, and for all that read these tiles: the next phase fills them.
    __syncthreads();
  }

  for (int i = 0; i < kSums; ++i) {
    const int row = blockIdx.y * kTile + i / 4 * (kTile / 2) + 4 * threadIdx.y + i % 4;
    for (int j = 0; j < kSums; ++j) {
      const int col = blockIdx.x * kTile + j / 4 * (kTile / 2) + 4 * threadIdx.x + j % 4;
      if (row < m && col < n && n % 4 != 0) {
        c[row * n + col] = sums[i][j];
      } else if (row < m && col < n && j % 4 == 0) {
        quad_at(&c[row * n + col]) = quad_at(&sums[i][j]);
      }
    }
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  two_stage_kernel<<<grid, dim3(kSide, kSide)>>>(a, b, c, m, n, k);
}
