#include "grader/worker/cuda_context.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace gemmlab {
namespace {

volatile bool waiting = false;  // read by a signal handler

// What a kernel did if this error destroyed the context.
struct Meaning {
  CuResult error;
  DeviceFault fault;
  FindingKind kind;
};
constexpr Meaning kMeanings[] = {
    {kIllegalAddress, DeviceFault::illegal_address, FindingKind::out_of_bounds_write},
    {kMisalignedAddress, DeviceFault::misaligned_address, FindingKind::misaligned},
    {kInvalidAddressSpace, DeviceFault::address_space, FindingKind::wrong_address_space},
    {kLaunchTimeout, DeviceFault::watchdog, FindingKind::endless},
    {kAssert, DeviceFault::failed_assertion, FindingKind::crash},
    {kHardwareStackError, DeviceFault::stack, FindingKind::crash},
    {kIllegalInstruction, DeviceFault::illegal_instruction, FindingKind::crash},
    {kLaunchFailed, DeviceFault::launch_failed, FindingKind::crash},
};

CuResult synchronize() {
  waiting = true;
  const CuResult result = driver().synchronize();
  waiting = false;
  return result;
}

[[noreturn]] void fail(FindingKind kind, DeviceFailure what) {
  RunReply reply;
  reply.dying = true;
  Finding& finding = reply.findings.emplace_back();
  finding.kind = kind;
  finding.fact = std::move(what);
  throw RequestFailed{std::move(reply)};
}

constexpr int kByDescriptor = 1;  // CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR

std::size_t whole_units(std::size_t bytes) {
  constexpr int kRecommended = 1;
  const CuMemoryKind kind;
  std::size_t unit = 1;
  check(driver().granularity(&unit, &kind, kRecommended), "cuMemGetAllocationGranularity");
  return (bytes + unit - 1) / unit * unit;
}

CuPointer allocate_bytes(std::size_t bytes) {
  CuPointer memory = 0;
  const CuResult result = driver().allocate(&memory, std::max<std::size_t>(bytes, 1));
  if (result == kOutOfMemory) {
    refuse({DeviceTrouble::gpu_memory, free_bytes(), bytes, ""});
  }
  must(result, "cuMemAlloc");
  return memory;
}

}  // namespace

void open_context() {
  if (find_cuda_driver() == nullptr) {
    refuse({DeviceTrouble::no_driver, 0, 0, ""});
  }
  try {
    check(driver().init(0), "cuInit");
    use_first_gpu();
  } catch (const CudaError& error) {
    refuse({DeviceTrouble::no_gpu, 0, 0, error.what()});
  }
}

void must(CuResult result, const char* call) {
  if (result == 0) {
    return;
  }
  const auto* meaning = std::ranges::find(kMeanings, result, &Meaning::error);
  const Meaning unknown{result, DeviceFault::context_lost, FindingKind::crash};
  const auto& [error, fault, kind] = meaning != std::end(kMeanings) ? *meaning : unknown;
  fail(kind, {fault, error_name(result), call});
}

void give_up(const CudaError& error) {
  fail(FindingKind::crash, {DeviceFault::context_lost, error.name, error.call});
}

std::uint64_t free_bytes() {
  std::size_t free = 0, total = 0;
  driver().memory_info(&free, &total);
  return free;
}

void wait_for_device() {
  must(synchronize(), "cuCtxSynchronize");
}

bool wait_unless_reset() {
  const CuResult result = synchronize();
  const bool is_reset = result == kContextIsDestroyed || result == kInvalidContext;
  if (!is_reset) {
    must(result, "cuCtxSynchronize");
  }
  return !is_reset;
}

bool is_waiting() {
  return waiting;
}

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
