// A block of a GPU's memory that processes can share: one owns it, another maps it.
#pragma once

#include <cstddef>

#include "grader/process/descriptor.h"
#include "grader/worker/cuda_driver.h"

namespace gemmlab {

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
