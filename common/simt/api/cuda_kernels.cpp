// CUDA's API about kernels: their attributes and occupancy.
#include "common/simt/shim/api/cuda_kernels.h"

#include <algorithm>
#include <cstddef>

#include "common/facts/run_report.h"
#include "common/simt/api/api_call.h"
#include "common/simt/engine/machine.h"
#include "common/simt/shim/cuda_types.h"
#include "common/simt/shim/simt_abi.h"
#include "common/simt/state/device_limits.h"
#include "common/simt/state/integers.h"

namespace simt {
namespace {

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
  const ApiCall call("cudaFuncSetAttribute", __builtin_return_address(0));
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
      static_cast<int>(current_machine().shared_limits.limit_of(reinterpret_cast<u64>(function)));
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
