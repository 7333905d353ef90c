// Any size, for kernels that know only whole tiles: matrices that end inside of a tile are copied
// to larger ones, with zeros behind them.
#pragma once

// A block's tile of C and the part of k it takes at a time; its threads and its shared memory.
struct Block {
  int rows, cols, depth;
  int threads;
  int shared_bytes = 0;
};

// What a thread copies next from a matrix, and how far apart such pieces below each other are.
template <class T>
struct Source {
  const T* next;
  long step;
};

// Where tiles of C begin.
struct Place {
  int row0, col0;
};

// The place of the tile with this number, of so many rows and columns of tiles, in bands of rows:
// in a band column by column, so that tiles with near numbers share rows of A and columns of B.
template <int kBand, int kTileRows, int kTileCols>
__device__ Place in_bands(int number, int rows, int cols) {
  const int first = number / (kBand * cols) * kBand;
  const int height = min(kBand, rows - first);
  const int rest = number % (kBand * cols);
  return {(first + rest % height) * kTileRows, rest / height * kTileCols};
}

// to [to_rows, to_cols] = from [rows, cols], as far as both go, and 0 elsewhere.
//   grid (to_rows, ceil(to_cols/256)), block 256
template <class T>
__global__ void resize_kernel(T* to, int to_cols, const T* from, int rows, int cols) {
  const int row = blockIdx.x;  // there may be more of them than a grid has blocks in y
  const int col = blockIdx.y * blockDim.x + threadIdx.x;
  if (col < to_cols) {
    to[row * to_cols + col] = row < rows && col < cols ? from[row * cols + col] : T(0.0f);
  }
}

template <class T>
void resize(T* to, int to_rows, int to_cols, const T* from, int rows, int cols) {
  resize_kernel<<<dim3(to_rows, (to_cols + 255) / 256), 256>>>(to, to_cols, from, rows, cols);
}

// Calls launch(a, b, c, m, n, k) with these matrices, or with larger copies.
template <class T, class Launch>
void with_whole_tiles(const Block& block, const T* a, const T* b, float* c, int m, int n, int k,
                      Launch launch) {
  const auto up = [](int extent, int to) { return (extent + to - 1) / to * to; };
  const int rows = up(m, block.rows), cols = up(n, block.cols), depth = up(k, block.depth);
  if (rows == m && cols == n && depth == k) {
    launch(a, b, c, m, n, k);
    return;
  }
  T *whole_a = nullptr, *whole_b = nullptr;
  float* whole_c = nullptr;
  cudaMallocAsync(&whole_a, sizeof(T) * rows * depth, 0);
  cudaMallocAsync(&whole_b, sizeof(T) * depth * cols, 0);
  cudaMallocAsync(&whole_c, sizeof(float) * rows * cols, 0);
  resize(whole_a, rows, depth, a, m, k);
  resize(whole_b, depth, cols, b, k, n);
  launch(whole_a, whole_b, whole_c, rows, cols, depth);
  resize(c, m, n, whole_c, rows, cols);
  cudaFreeAsync(whole_a, 0);
  cudaFreeAsync(whole_b, 0);
  cudaFreeAsync(whole_c, 0);
}

// Launches kernel(a, b, c, n, k) with a block for each tile of C.
template <class T, class Kernel>
void launch_for_tiles(Kernel* kernel, const Block& block, const T* a, const T* b, float* c, int m,
                      int n, int k) {
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, block.shared_bytes);
  with_whole_tiles(block, a, b, c, m, n, k,
                   [&](const T* a, const T* b, float* c, int m, int n, int k) {
                     const dim3 grid(n / block.cols, m / block.rows);
                     kernel<<<grid, block.threads, block.shared_bytes>>>(a, b, c, n, k);
                   });
}
