// Tile width, step 2: 16 x 16: 256 threads; a warp is two rows of the tile.
#include "tiled.cuh"

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  tiled_matmul<16>(a, b, c, m, n, k);
}
