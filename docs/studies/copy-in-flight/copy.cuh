// A copy of one matrix, in which each thread has several loads in flight. Not a product: C = B.
#pragma once

#include <gemmlab/matmul.h>

constexpr int kThreads = 256;

// to = from, kElements elements per thread, kThreads apart, so that neighbours copy neighbours.
//   from [count], to [count]   device memory; they do not overlap
//   grid (ceil(count / (kThreads * kElements))), block (kThreads); dynamic shared memory is not
//   used any count >= 1; the launch does not wait; the caller checks for launch errors
template <int kElements, typename Element>
__global__ void copy_kernel(const Element* from, Element* to, int count) {
  const int first = blockIdx.x * kThreads * kElements + threadIdx.x;
  Element held[kElements];  // [kElements] of from, kThreads apart; in registers
#pragma unroll
  for (int i = 0; i < kElements; ++i) {  // all loads start before the first store needs a value
    const int at = first + i * kThreads;
    if (at < count) {
      held[i] = from[at];
    }
  }
#pragma unroll
  for (int i = 0; i < kElements; ++i) {
    const int at = first + i * kThreads;
    if (at < count) {
      to[at] = held[i];
    }
  }
}

// Launches it so that `blocks_at_once` blocks fit on a multiprocessor: each asks for that share of
// shared memory, and leaves it unused. 0: as many as fit.
template <int kElements, typename Element>
void copy(const Element* from, Element* to, int count, int blocks_at_once) {
  int bytes = 0;
  if (blocks_at_once > 0) {
    constexpr int kReserved = 1024;  // of each block, for CUDA itself
    cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerMultiprocessor, 0);
    bytes = bytes / blocks_at_once - kReserved;
    cudaFuncSetAttribute(copy_kernel<kElements, Element>,
                         cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  }
  const int per_block = kThreads * kElements;
  copy_kernel<kElements><<<(count + per_block - 1) / per_block, kThreads, bytes>>>(from, to, count);
}
