// This process's GPU: one context, its memory, and the meaning of its errors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "grader/process/descriptor.h"
#include "grader/protocol/messages.h"
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
  DeviceBlock(std::size_t bytes, bool shared) : bytes_(shared ? whole_units(bytes) : bytes) {
    const CuMemoryKind kind;
    const CuResult result = shared ? driver().create(&memory_, bytes_, &kind, 0)
                                   : driver().allocate(&begin_, std::max<std::size_t>(bytes_, 1));
    if (result == kOutOfMemory) {
      refuse({DeviceTrouble::gpu_memory, free_bytes(), bytes_, ""});
    }
    if (!shared) {
      must(result, "cuMemAlloc");
      return;
    }
    check(result, "cuMemCreate");
    map();
  }

  // Maps a block that another process owns. Throws CudaError.
  DeviceBlock(const Descriptor& handed_over, std::size_t bytes) : bytes_(bytes) {
    auto* const handle = reinterpret_cast<void*>(static_cast<std::intptr_t>(handed_over.get()));
    check(driver().take_over(&memory_, handle, kByDescriptor), "cuMemImportFromShareableHandle");
    map();
  }

  // Whatever fails here ends with the process.
  ~DeviceBlock() {
    if (memory_ != 0) {
      driver().unmap(begin_, bytes_);
      driver().give_back(begin_, bytes_);
      driver().destroy(memory_);
    } else if (begin_ != 0) {
      driver().release(begin_);
    }
  }

  DeviceBlock(DeviceBlock&& other) noexcept { *this = std::move(other); }
  DeviceBlock& operator=(DeviceBlock&& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(begin_, other.begin_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }

  CuPointer begin() const { return begin_; }
  std::size_t bytes() const { return bytes_; }

  // For another process. Throws CudaError.
  Descriptor hand_over() const {
    int descriptor = -1;
    check(driver().hand_over(&descriptor, memory_, kByDescriptor, 0),
          "cuMemExportToShareableHandle");
    return Descriptor(descriptor);
  }

 private:
  static constexpr int kByDescriptor = 1;  // CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR

  static std::size_t whole_units(std::size_t bytes) {
    constexpr int kRecommended = 1;
    const CuMemoryKind kind;
    std::size_t unit = 1;
    check(driver().granularity(&unit, &kind, kRecommended), "cuMemGetAllocationGranularity");
    return (bytes + unit - 1) / unit * unit;
  }

  void map() {
    const CuMemoryAccess access;
    check(driver().reserve(&begin_, bytes_, 0, 0, 0), "cuMemAddressReserve");
    check(driver().map(begin_, bytes_, 0, memory_, 0), "cuMemMap");
    check(driver().allow(begin_, bytes_, &access, 1), "cuMemSetAccess");
  }

  CuMemory memory_ = 0;  // 0: plain memory, which cannot be shared
  CuPointer begin_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace gemmlab
