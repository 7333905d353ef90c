// Toward cuBLAS, step 14: how blocks that share a tile of C add their sums in the order of k while
// others still compute. Nobody waits: of two neighbours, whoever comes second adds for both.
#pragma once

#include "pieces.cuh"

// What x is in thread 0, for all threads of the block.
__device__ unsigned from_first_thread(unsigned x) {
  __shared__ unsigned word;
  if (threadIdx.x == 0) {
    word = x;
  }
  __syncthreads();  // waits for the word
  x = word;
  __syncthreads();  // waits for all readers, so that the next one can be written
  return x;
}

// Two blocks meet at a ticket that is 0 at first, and 0 afterwards: the first one leaves its sums
// in `mine`, and is told false; the second one adds the other's, from `other`.
__device__ bool meet(Sums& sums, Piece& mine, const Piece& other, unsigned& ticket, float one) {
  const bool first = threadIdx.x == 0;
  if (from_first_thread(first ? atomicAdd(&ticket, 0) : 0) == 0) {
    leave(sums, mine, one);
    __threadfence();  // who sees the ticket sees the sums
    __syncthreads();  // waits for all threads' sums
    if (from_first_thread(first ? atomicInc(&ticket, 1) : 0) == 0) {
      return false;
    }
  } else if (first) {
    ticket = 0;
  }
  __threadfence();
  take(sums, other, [](const float4* from) { return __ldcg(from); });
  return true;
}

// The sums of `count` neighbouring pieces in the order of k, in one of their blocks; false in the
// others. At link z those who have the sums of pieces 0 to z - 1 meet those who have piece z.
__device__ bool chain(Sums& sums, Workspace space, int first, int count, int mine, float one) {
  bool has_all_before = mine == 0;
#pragma unroll 1
  for (int link = max(mine, 1); link < count; ++link) {
    Piece& before = space.pieces[first + link - 1];
    Piece& next = space.pieces[first + link];
    if (!meet(sums, has_all_before ? before : next, has_all_before ? next : before,
              space.tickets[first + link], one)) {
      return false;
    }
    has_all_before = true;
  }
  return true;
}
