// Devices, errors, and CUDA's API about kernels.
#include <cstring>

#include "common/simt/api/api_call.h"
#include "common/simt/engine/lane.h"

namespace simt {
namespace {

constexpr int kVersion = 12040;

// Like an H100, so that limits and occupancy have familiar values.
cudaDeviceProp make_properties() {
  cudaDeviceProp p{};
  std::strcpy(p.name, "gemmlab SIMT simulator");
  std::copy_n(kMaxBlock, 3, p.maxThreadsDim);
  std::copy_n(kMaxGrid, 3, p.maxGridSize);
#define SIMT_ROW(member, value) p.member = value;
#include "common/simt/shim/cuda_properties.table"
#undef SIMT_ROW
  return p;
}

int attribute_of(const cudaDeviceProp& p, cudaDeviceAttr attribute) {
  switch (attribute) {
#define SIMT_ROW(name, number, member) \
  case name:                           \
    return static_cast<int>(p.member);
#include "common/simt/shim/cuda_device_attributes.table"
#undef SIMT_ROW
  }
  return -1;
}

struct ErrorWords {
  const char *name, *text;
};

ErrorWords words_of(cudaError_t error) {
  switch (error) {
#define SIMT_ROW(name, number, text) \
  case name:                         \
    return {#name, text};
#include "common/simt/shim/cuda_errors.table"
#undef SIMT_ROW
  }
  return {"unrecognized error code", "unrecognized error code"};
}

// The only device has number 0.
cudaError_t check_device(const ApiCall& call, int device) {
  return device == 0 ? cudaSuccess : call.fail(cudaErrorInvalidDevice, NoSuchDevice{device});
}

// From the kernel's __launch_bounds__; 0: none.
int bound_of(const void* function) {
  const Machine& m = current_machine();
  return m.module == nullptr ? 0 : m.module->bound_of(reinterpret_cast<u64>(function));
}

// The maximum number of threads in a block of the kernel.
int most_threads(const void* function) {
  const int most = static_cast<int>(kMaxThreads), bound = bound_of(function);
  return bound > 0 ? std::min(bound, most) : most;
}

}  // namespace

cudaError_t set_function_attribute(const void* function, cudaFuncAttribute attribute, int value) {
  SIMT_API_CALL("cudaFuncSetAttribute");
  if (function == nullptr) {
    return call.fail(cudaErrorInvalidDeviceFunction);
  }
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) {
    return cudaSuccess;
  }
  if (value < 0 || static_cast<std::size_t>(value) > kMaxSharedBytes) {
    return call.fail(cudaErrorInvalidValue,
                     BeyondLimit{LaunchLimit::dynamic_shared, value, kMaxSharedBytes});
  }
  call.machine.shared_limits.allow(reinterpret_cast<u64>(function),
                                   static_cast<std::size_t>(value));
  return cudaSuccess;
}

// Registers and static shared memory are unknown here.
cudaError_t blocks_per_multiprocessor(int* blocks, const void* function, int block_threads,
                                      std::size_t dynamic_bytes) {
  if (const int bound = bound_of(function); bound > 0 && block_threads > bound) {
    *blocks = 0;  // such blocks cannot be launched
    return cudaSuccess;
  }
  const int by_threads = kMaxThreadsPerMultiprocessor / std::max(1, (block_threads + 31) / 32 * 32);
  const auto by_shared =
      static_cast<int>(kSharedBytesPerMultiprocessor / (dynamic_bytes + kReservedSharedBytes));
  *blocks = std::min({by_threads, by_shared, kMaxBlocksPerMultiprocessor});
  return cudaSuccess;
}

cudaError_t function_attributes(cudaFuncAttributes* attributes, const void* function) {
  *attributes = {};
  attributes->maxThreadsPerBlock = most_threads(function);
  attributes->numRegs = 32;  // an arbitrary number: the real one is unknown
  attributes->ptxVersion = attributes->binaryVersion = 90;
  attributes->maxDynamicSharedSizeBytes =
      static_cast<int>(current_machine().shared_limits.of(reinterpret_cast<u64>(function)));
  attributes->preferredShmemCarveout = -1;
  return cudaSuccess;
}

cudaError_t best_block(int* blocks, int* block_threads, const void* function,
                       std::size_t dynamic_bytes, int limit) {
  const int most = most_threads(function);
  *block_threads = limit > 0 ? std::min(limit, most) : most;
  blocks_per_multiprocessor(blocks, function, *block_threads, dynamic_bytes);
  *blocks *= kMultiprocessors;
  return cudaSuccess;
}

}  // namespace simt

using namespace simt;

#include "common/simt/shim/cuda_device.table"

const char* cudaGetErrorString(cudaError_t error) {
  return words_of(error).text;
}
const char* cudaGetErrorName(cudaError_t error) {
  return words_of(error).name;
}

// Memory stays: the program's leaks are counted when it ends, and the caller's memory is not lost.
cudaError_t cudaDeviceReset() {
  SIMT_API_CALL("cudaDeviceReset");
  Machine& m = call.machine;
  m.streams.finish_all();
  m.errors.reset();
  for (const Allocation& allocation : m.arena.allocations()) {
    if (allocation.live && allocation.ordinal == 0) {
      if (m.host_matrices.empty()) {  // matmul_host has none of the caller's to lose
        m.run->host_findings.note(FindingKind::input_modified, call.code,
                                  [&] { return FreedInput{allocation.matrix}; });
      }
      return call.fail(cudaErrorInvalidValue, CannotFree{BadFree::reset_frees_callers, allocation});
    }
  }
  m.streams.destroy_all();
  m.shared_limits.reset();
  return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = 0;
  *greatest = kGreatestPriority;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  SIMT_API_CALL("cudaGetDeviceProperties");
  *properties = make_properties();
  return check_device(call, device);
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  SIMT_API_CALL("cudaDeviceGetAttribute");
  *value = attribute_of(make_properties(), attribute);
  return *value < 0 ? call.fail(cudaErrorInvalidValue) : check_device(call, device);
}
