// Toward cuBLAS, steps 12 to 14: how blocks that share a tile of C add their sums in a fixed order.
// Nobody waits: each leaves its sums in memory and takes a ticket, and who gets the last one finds
// all of them there.
#pragma once

#include "tile.cuh"

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

// Leaves the thread's sums in a piece.
__device__ void leave(const Sums& sums, Piece& piece, float one) {
  for (int quad = 0; quad < kQuads; ++quad) {
    piece[quad][threadIdx.x] = quad_of(sums, quad, one);
  }
}

// Adds a piece to the thread's sums. How it is loaded changes which registers nvcc chooses.
template <class Load>
__device__ void take(Sums& sums, const Piece& piece, Load load) {
  for (int quad = 0; quad < kQuads; ++quad) {
    const float4 x = load(&piece[quad][threadIdx.x]);
    float* const to = &sums[quad / 2][quad % 2 * 4];
    to[0] += x.x;
    to[1] += x.y;
    to[2] += x.z;
    to[3] += x.w;
  }
}

// The sums of `count` neighbouring pieces in the order of k, in the last of their blocks to come
// here; false in the others. The block's own piece is number `mine` of them, and `first` is the
// place of the first one in the workspace.
__device__ bool join(Sums& sums, Workspace space, int first, int count, int mine, float one) {
  leave(sums, space.pieces[first + mine], one);
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
  for (int i = 0; i < kThreadRows; ++i) {
    for (int j = 0; j < kThreadCols; ++j) {
      sums[i][j] = 0;
    }
  }
#pragma unroll 1
  for (int z = 0; z < count; ++z) {
    take(sums, space.pieces[first + z], [](const float4* from) { return *from; });
  }
  return true;
}
