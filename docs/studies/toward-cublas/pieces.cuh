// Toward cuBLAS, steps 12 to 14: how blocks that share a tile of C add their sums in a fixed order.
// Nobody waits: each leaves its sums in memory and takes a ticket, and who gets the last one finds
// all of them there.
#pragma once

#include "tile.cuh"

constexpr int kQuads = kThreadRows * kThreadCols / 4;  // of a thread's sums

using Piece = float4[kQuads][kThreads];  // the sums of a block, as its threads have them: 64 kB

struct Workspace {
  Piece* pieces = nullptr;
  unsigned* tickets = nullptr;  // all 0 between two launches
};

// Device memory for so many pieces, which is kept. So two streams cannot use one at a time.
inline Workspace workspace_for(int pieces) {
  Workspace space;
  cudaMalloc(&space.pieces, pieces * sizeof(Piece));
  cudaMalloc(&space.tickets, pieces * sizeof(unsigned));
  cudaMemset(space.tickets, 0, pieces * sizeof(unsigned));
  return space;
}

// The sums of `count` neighbouring pieces in the order of k, in the last of their blocks to come
// here; false in the others. The block's own piece is number `mine` of them, and `first` is the
// place of the first one in the workspace.
__device__ bool join(Sums& sums, Workspace space, int first, int count, int mine, float one) {
  for (int q = 0; q < kQuads; ++q) {
    space.pieces[first + mine][q][threadIdx.x] = quad_of(&sums[q / 2][q % 2 * 4], one);
  }
  __threadfence();  // who sees the ticket sees the sums
  __syncthreads();  // waits for all threads' sums
  __shared__ unsigned ticket;
  if (threadIdx.x == 0) {
    ticket = atomicInc(&space.tickets[first], count - 1);  // the last one sets it to 0 again
  }
  __syncthreads();  // waits for the ticket
  if (ticket != count - 1) {
    return false;
  }
  __threadfence();
  for (int q = 0; q < kQuads; ++q) {
    for (int x = 0; x < 4; ++x) {
      sums[q / 2][q % 2 * 4 + x] = 0;
    }
  }
#pragma unroll 1
  for (int z = 0; z < count; ++z) {
    for (int q = 0; q < kQuads; ++q) {
      const float4 x = space.pieces[first + z][q][threadIdx.x];
      float* const to = &sums[q / 2][q % 2 * 4];
      to[0] += x.x;
      to[1] += x.y;
      to[2] += x.z;
      to[3] += x.w;
    }
  }
  return true;
}
