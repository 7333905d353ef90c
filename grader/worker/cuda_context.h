// This process's GPU: one context, plain memory, and the meaning of its errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "grader/worker/backend.h"
#include "grader/worker/cuda_driver.h"

namespace gemmlab {

// Throws RequestFailed.
[[noreturn]] inline void refuse(DeviceProblem problem) {
  RequestFailed failed;
  failed.reply.device_problem = std::move(problem);
  throw failed;
}

// Uses the first GPU. Throws RequestFailed if it cannot be used.
void open_context();

std::uint64_t free_bytes();

// Throws RequestFailed if there is not enough memory.
CuPointer allocate_bytes(std::size_t bytes);

// Waits until all kernels have ended. Throws RequestFailed if one of them failed: the context is
// then lost, and the reply names the error.
void wait_for_device();

// The same, for a program that may have reset the context: returns false if it has.
bool wait_unless_reset();

// Whether it is waiting now; for a signal handler.
bool is_waiting();

// Throws RequestFailed unless the result is CUDA_SUCCESS: if our call fails after the program has
// run, the program broke something.
void must(CuResult result, const char* call);
[[noreturn]] void give_up(const CudaError& error);  // likewise

}  // namespace gemmlab
