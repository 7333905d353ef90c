// This process's GPU: one context, its memory, and the meaning of its errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "grader/process/descriptor.h"
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

// A block of a GPU's memory that processes can share: one owns it, another maps it.
class DeviceBlock {
 public:
  DeviceBlock() = default;  // none
  // At least this many bytes. `shared`: it can be handed over. Throws RequestFailed if there is not
  // enough memory.
  DeviceBlock(std::size_t bytes, bool shared);
  // Maps a block that another process owns. Throws CudaError.
  DeviceBlock(const Descriptor& handed_over, std::size_t bytes);
  ~DeviceBlock();
  DeviceBlock(DeviceBlock&& other) noexcept { *this = std::move(other); }
  DeviceBlock& operator=(DeviceBlock&& other) noexcept;

  CuPointer begin() const { return begin_; }
  std::size_t bytes() const { return bytes_; }

  // For another process. Throws CudaError.
  Descriptor hand_over() const;

 private:
  void map();

  CuMemory memory_ = 0;  // 0: plain memory, which cannot be shared
  CuPointer begin_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace gemmlab
