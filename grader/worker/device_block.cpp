#include "grader/worker/device_block.h"

#include <utility>

#include "grader/worker/cuda_context.h"

namespace gemmlab {
namespace {

constexpr int kByDescriptor = 1;  // CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR

std::size_t whole_units(std::size_t bytes) {
  constexpr int kRecommended = 1;
  const CuMemoryKind kind;
  std::size_t unit = 1;
  check(driver().granularity(&unit, &kind, kRecommended), "cuMemGetAllocationGranularity");
  return (bytes + unit - 1) / unit * unit;
}

}  // namespace

DeviceBlock::DeviceBlock(std::size_t bytes, bool shared) : bytes_(bytes) {
  if (!shared) {
    begin_ = allocate_bytes(bytes);
    return;
  }
  bytes_ = whole_units(bytes);
  const CuMemoryKind kind;
  const CuResult result = driver().create(&memory_, bytes_, &kind, 0);
  if (result == kOutOfMemory) {
    refuse({DeviceTrouble::gpu_memory, free_bytes(), bytes_, ""});
  }
  check(result, "cuMemCreate");
  map();
}

DeviceBlock::DeviceBlock(const Descriptor& handed_over, std::size_t bytes) : bytes_(bytes) {
  auto* const handle = reinterpret_cast<void*>(static_cast<std::intptr_t>(handed_over.get()));
  check(driver().take_over(&memory_, handle, kByDescriptor), "cuMemImportFromShareableHandle");
  map();
}

void DeviceBlock::map() {
  const CuMemoryAccess access;
  check(driver().reserve(&begin_, bytes_, 0, 0, 0), "cuMemAddressReserve");
  check(driver().map(begin_, bytes_, 0, memory_, 0), "cuMemMap");
  check(driver().allow(begin_, bytes_, &access, 1), "cuMemSetAccess");
}

// Whatever fails here ends with the process.
DeviceBlock::~DeviceBlock() {
  if (memory_ != 0) {
    driver().unmap(begin_, bytes_);
    driver().give_back(begin_, bytes_);
    driver().destroy(memory_);
  } else if (begin_ != 0) {
    driver().release(begin_);
  }
}

DeviceBlock& DeviceBlock::operator=(DeviceBlock&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(begin_, other.begin_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

Descriptor DeviceBlock::hand_over() const {
  int descriptor = -1;
  check(driver().hand_over(&descriptor, memory_, kByDescriptor, 0), "cuMemExportToShareableHandle");
  return Descriptor(descriptor);
}

}  // namespace gemmlab
