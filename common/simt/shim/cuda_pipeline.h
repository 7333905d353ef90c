// CUDA's asynchronous copies from global to shared memory. They are read and counted where they
// start, and arrive where the thread waits for them: a thread that does not wait finds a NaN, and
// any other thread that accesses the target in between is in a race with the copy.
#pragma once

#include <cassert>

#include "cuda_runtime.h"

// Starts to copy `bytes` bytes (4, 8 or 16); the last `zeros` of them are set to 0 and not read.
__device__ SIMT_INLINE void __pipeline_memcpy_async(void* to, const void* from, size_t bytes,
                                                    size_t zeros = 0) {
  assert((bytes == 4 || bytes == 8 || bytes == 16) && "a copy must have 4, 8 or 16 bytes");
  assert(zeros <= bytes && "a copy cannot set more bytes to 0 than it has");
  simt::start_copy(to, from, bytes, zeros);
}
// Ends a group: the copies that the thread has started since the previous one.
__device__ SIMT_INLINE void __pipeline_commit() {
  simt::end_copy_group();
}
// Waits for all groups except the newest `groups`.
__device__ SIMT_INLINE void __pipeline_wait_prior(size_t groups) {
  simt::wait_for_copies(groups);
}
