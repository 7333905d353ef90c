// The GPU as this process uses it: one context, plain memory, and what its errors mean.
#pragma once

#include <cstddef>
#include <cstdint>

#include "grader/worker/backend.h"
#include "grader/worker/cuda_driver.h"

namespace gemmlab {

// Opened once by open_context().
const CudaDriver& driver();

// Uses the first GPU. Throws RequestFailed if it cannot be used.
void open_context();

std::uint64_t free_bytes();

// Throw RequestFailed: there is not enough memory.
CuPointer allocate_bytes(std::size_t bytes);
void release_bytes(CuPointer memory);

// Waits until all kernels have ended. Throws RequestFailed if one of them failed: the context is
// lost then, and the reply says what that is called.
void wait_for_device();

// The same, but for a program that may have reset the context: false if it has.
bool wait_unless_reset();

// Whether it waits right now; for a signal's handler.
bool is_waiting();

// Throws RequestFailed unless the result is CUDA_SUCCESS: a call of ours that fails after the
// program has run tells what that broke.
void must(CuResult result, const char* call);

}  // namespace gemmlab
