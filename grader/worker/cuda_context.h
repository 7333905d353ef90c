// The GPU as this process uses it: one context, plain memory, and what its errors mean.
#pragma once

#include <cstddef>

#include "grader/worker/backend.h"
#include "grader/worker/cuda_driver.h"

namespace gemmlab {

// Opened once by open_context().
const CudaDriver& driver();

// Uses the first GPU. Throws RequestFailed if it cannot be used.
void open_context();

// Throw RequestFailed: there is not enough memory.
CuPointer allocate_bytes(std::size_t bytes);
void release_bytes(CuPointer memory);

// Waits until all kernels have ended. Throws RequestFailed if one of them failed: the context is
// lost then, and the reply says what that is called.
void wait_for_device();

// The same, but for a program that may have reset the context: false if it has.
bool wait_unless_reset();

// The reply to a call of ours that failed after the program had run: what it broke.
[[noreturn]] void throw_failure(const CudaError& error);

// Calls one of the driver's functions; as throw_failure, if it fails.
void must(CuResult result, const char* call);

}  // namespace gemmlab
