// Lab 03's kernel for any type of element.
#pragma once

#include <gemmlab/matmul.h>

using Element = GEMMLAB_ELEMENT;
constexpr int kTile = 32;  // a tile is kTile x kTile, and a warp is one row of it

// C = A * B, one element of C per thread, operands staged tile by tile.
//   a [m, k], b [k, n], c [m, n]   of type Element, row-major, packed, device memory; c overlaps
//   neither grid (n/kTile, m/kTile), block (kTile, kTile), 2 kTile^2 elements of static shared
//   memory m, n, k multiples of kTile; the launch does not wait; the caller checks for
//   errors
__global__ void tiled_kernel(const Element* a, const Element* b, Element* c, int n, int k) {
  __shared__ Element a_tile[kTile][kTile];  // [kTile, kTile] of A, from row row0 and column k0
  __shared__ Element b_tile[kTile][kTile];  // [kTile, kTile] of B, from row k0 and column col0
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;
  Element sum = 0;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[ty][tx] = a[row * k + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + col];
    __syncthreads();  // waits until all threads have loaded: the tiles are complete now
    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
    __syncthreads();  // waits until all threads have read: the next phase overwrites the tiles
  }
  c[row * n + col] = sum;
}

extern "C" void matmul(const Element* a, const Element* b, Element* c, int m, int n, int k) {
  tiled_kernel<<<dim3(n / kTile, m / kTile), dim3(kTile, kTile)>>>(a, b, c, n, k);
}
