// Toward cuBLAS, step 14: what is unfriendly about a product is done before its tiles, in one
// kernel: narrow strips of C are computed; B is copied to rows that begin at multiples of 16 bytes,
// and A is transposed, for large.cuh.
#pragma once

#include "launch.cuh"

constexpr int kWarp = 32;       // a block has kWarp warps, and the jobs below kWarp rows
constexpr int kJobCols = 128;   // and this many columns, or
constexpr int kLongJob = 1024;  // elements of k at a time
constexpr int kStripSums = 4;   // of a thread: a strip is not wider

struct Prepared {
  Product whole;       // the product as it was called
  int m, n;            // its rows and columns in tiles; strips are behind them
  float* a = nullptr;  // [a_cols, a_rows], A transposed, with zeros
  int a_rows = 0, a_cols = 0;
  float* b = nullptr;  // [b_rows, b_cols], B, with zeros
  int b_rows = 0, b_cols = 0;
};

// Blocks of each kind, in this order.
struct Jobs {
  int row_strips, col_strips, copies, transposes;
};

inline Jobs jobs_of(const Prepared& all) {
  const auto up = [](int x, int by) { return (x + by - 1) / by; };
  const Product& whole = all.whole;
  return {all.m < whole.m ? up(whole.n, kWarp) : 0, all.n < whole.n ? up(all.m, kWarp) : 0,
          all.b == nullptr ? 0 : up(all.b_cols, kJobCols) * up(all.b_rows, kWarp),
          all.a == nullptr ? 0 : up(all.a_cols, kJobCols) * up(all.a_rows, kWarp)};
}

// C's last rows, 32 columns of them: each warp has a part of k.
__device__ void strip_of_rows(const Prepared& all, int job, float (*parts)[kWarp][kWarp + 1]) {
  const Product& whole = all.whole;
  const int x = threadIdx.x, y = threadIdx.y;
  const int count = whole.m - all.m, col = job * kWarp + x;
  const float* const a = &whole.a[all.m * whole.k];
  const float* const b = &whole.b[min(col, whole.n - 1)];
  const int depth = (whole.k + kWarp - 1) / kWarp;
  float sums[kStripSums] = {};
#pragma unroll 16
  for (int p = y * depth; p < min((y + 1) * depth, whole.k); ++p) {
    const float from_b = b[p * whole.n];
    for (int i = 0; i < kStripSums; ++i) {
      if (i < count) {
        sums[i] += a[i * whole.k + p] * from_b;
      }
    }
  }
  for (int i = 0; i < kStripSums; ++i) {
    parts[i][y][x] = sums[i];
  }
  __syncthreads();  // waits for all parts
  if (y < count && col < whole.n) {
    float sum = 0;
    for (int z = 0; z < kWarp; ++z) {
      sum += parts[y][z][x];
    }
    whole.c[(all.m + y) * whole.n + col] = sum;
  }
}

// C's last columns, 32 rows of them: each warp has one.
__device__ void strip_of_cols(const Prepared& all, int job, float (*b)[kLongJob]) {
  const Product& whole = all.whole;
  const int x = threadIdx.x, y = threadIdx.y;
  const int count = whole.n - all.n, row = job * kWarp + y;
  const float* const a = &whole.a[min(row, all.m - 1) * whole.k];
  float sums[kStripSums] = {};
  for (int p0 = 0; p0 < whole.k; p0 += kLongJob) {
    const int own = y * kWarp + x;
    __syncthreads();  // waits for all readers of b
    for (int i = 0; i < count; ++i) {
      b[i][own] = p0 + own < whole.k ? whole.b[(p0 + own) * whole.n + all.n + i] : 0;
    }
    __syncthreads();  // waits for all of b
#pragma unroll 16
    for (int p = x; p < min(kLongJob, whole.k - p0); p += kWarp) {
      const float from_a = a[p0 + p];
      for (int i = 0; i < kStripSums; ++i) {
        if (i < count) {
          sums[i] += from_a * b[i][p];
        }
      }
    }
  }
  for (int i = 0; i < kStripSums; ++i) {
    for (int distance = kWarp / 2; distance > 0; distance /= 2) {
      sums[i] += __shfl_xor_sync(0xffffffff, sums[i], distance);
    }
    if (x == 0 && i < count && row < all.m) {
      whole.c[row * whole.n + all.n + i] = sums[i];
    }
  }
}

__device__ void copy_b(const Prepared& all, int job) {
  const int across = (all.b_cols + kJobCols - 1) / kJobCols;
  const int row = job / across * kWarp + threadIdx.y;
  const int col0 = job % across * kJobCols + threadIdx.x;
  const Product& whole = all.whole;
  float x[kJobCols / kWarp];
  for (int i = 0; i < kJobCols / kWarp; ++i) {
    const int col = col0 + i * kWarp;
    x[i] = row < whole.k && col < whole.n ? whole.b[row * whole.n + col] : 0;
  }
  for (int i = 0; i < kJobCols / kWarp; ++i) {
    const int col = col0 + i * kWarp;
    if (row < all.b_rows && col < all.b_cols) {
      all.b[row * all.b_cols + col] = x[i];
    }
  }
}

__device__ void transpose_a(const Prepared& all, int job, float (*squares)[kWarp][kWarp + 1]) {
  const int across = (all.a_cols + kJobCols - 1) / kJobCols;
  const int row0 = job / across * kWarp, col0 = job % across * kJobCols;
  const int x = threadIdx.x, y = threadIdx.y;
  const Product& whole = all.whole;
  for (int i = 0; i < kJobCols / kWarp; ++i) {
    const int row = row0 + y, col = col0 + i * kWarp + x;
    squares[i][y][x] = row < whole.m && col < whole.k ? whole.a[row * whole.k + col] : 0;
  }
  __syncthreads();  // waits for all squares
  for (int i = 0; i < kJobCols / kWarp; ++i) {
    const int col = col0 + i * kWarp + y;
    if (col < all.a_cols) {
      all.a[col * all.a_rows + row0 + x] = squares[i][x][y];
    }
  }
}

//   grid the sum of jobs, block (kWarp, kWarp)
__global__ void __launch_bounds__(kWarp* kWarp) prepare_kernel(Prepared all, Jobs jobs) {
  __shared__ float shared[kJobCols / kWarp][kWarp][kWarp + 1];
  let_next_kernel_begin();
  int job = blockIdx.x;
  if (job < jobs.row_strips) {
    return strip_of_rows(all, job, shared);
  }
  job -= jobs.row_strips;
  if (job < jobs.col_strips) {
    return strip_of_cols(all, job, reinterpret_cast<float(*)[kLongJob]>(shared));
  }
  job -= jobs.col_strips;
  if (job < jobs.copies) {
    return copy_b(all, job);
  }
  job -= jobs.copies;
  transpose_a(all, job, shared);
}

// Whether there was anything to do.
inline bool prepare(const Prepared& all) {
  const Jobs jobs = jobs_of(all);
  const int blocks = jobs.row_strips + jobs.col_strips + jobs.copies + jobs.transposes;
  if (blocks > 0) {
    prepare_kernel<<<blocks, dim3(kWarp, kWarp)>>>(all, jobs);
  }
  return blocks > 0;
}
