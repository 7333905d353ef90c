// Devices and errors.
#include "common/simt/shim/api/cuda_device.h"

#include <algorithm>
#include <cstring>

#include "common/facts/run_report.h"
#include "common/simt/api/api_call.h"
#include "common/simt/engine/machine.h"
#include "common/simt/memory/arena.h"
#include "common/simt/shim/cuda_types.h"
#include "common/simt/shim/simt_abi.h"
#include "common/simt/state/device_limits.h"

namespace simt {
namespace {

constexpr int kVersion = 12040;

// Like an H100, so that limits and occupancy have familiar values.
cudaDeviceProp make_properties() {
  cudaDeviceProp p{};
  std::strcpy(p.name, "gemmlab SIMT simulator");
  std::copy_n(kMaxBlock, 3, p.maxThreadsDim);
  std::copy_n(kMaxGrid, 3, p.maxGridSize);
  p.totalGlobalMem = current_machine().arena.capacity();
  p.sharedMemPerBlock = kUsualSharedBytes;
  p.sharedMemPerBlockOptin = kMaxSharedBytes;
  p.sharedMemPerMultiprocessor = kSharedBytesPerMultiprocessor;
  p.reservedSharedMemPerBlock = kReservedSharedBytes;
  p.regsPerBlock = 65536;
  p.regsPerMultiprocessor = 65536;
  p.warpSize = 32;
  p.memPitch = 0x7fffffff;
  p.maxThreadsPerBlock = kMaxThreads;
  p.totalConstMem = 64 << 10;
  p.major = 9;
  p.multiProcessorCount = kMultiprocessors;
  p.concurrentKernels = 1;
  p.canMapHostMemory = 1;
  p.unifiedAddressing = 1;
  p.managedMemory = 1;
  p.clockRate = 1980000;
  p.memoryClockRate = 2619000;
  p.memoryBusWidth = 5120;
  p.l2CacheSize = 50 << 20;
  p.maxThreadsPerMultiProcessor = kMaxThreadsPerMultiprocessor;
  p.maxBlocksPerMultiProcessor = kMaxBlocksPerMultiprocessor;
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

}  // namespace
}  // namespace simt

using namespace simt;

// Asking for an error waits for nothing.
cudaError_t cudaGetLastError() {
  SIMT_API_CALL_IN(nullptr);
  return call.machine.errors.take();
}

cudaError_t cudaPeekAtLastError() {
  SIMT_API_CALL_IN(nullptr);
  return call.machine.errors.peek();
}

cudaError_t cudaDeviceSynchronize() {
  SIMT_API_CALL();
  call.machine.streams.finish_all();
  return call.sticky();
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) {
  SIMT_API_CALL();
  return cudaSuccess;
}

cudaError_t cudaSetDeviceFlags(unsigned) {
  SIMT_API_CALL();
  return cudaSuccess;
}

cudaError_t cudaGetDevice(int* device) {
  SIMT_API_CALL();
  return given(device, 0);
}

cudaError_t cudaSetDevice(int device) {
  SIMT_API_CALL();
  return check_device(call, device);
}

cudaError_t cudaGetDeviceCount(int* count) {
  SIMT_API_CALL();
  return given(count, 1);
}

cudaError_t cudaDriverGetVersion(int* version) {
  SIMT_API_CALL();
  return given(version, kVersion);
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  SIMT_API_CALL();
  return given(version, kVersion);
}

const char* cudaGetErrorString(cudaError_t error) {
  return words_of(error).text;
}
const char* cudaGetErrorName(cudaError_t error) {
  return words_of(error).name;
}

// Memory stays: the program's leaks are counted when it ends, and the caller's memory is not lost.
cudaError_t cudaDeviceReset() {
  SIMT_API_CALL();
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
  SIMT_API_CALL();
  *properties = make_properties();
  return check_device(call, device);
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  SIMT_API_CALL();
  *value = attribute_of(make_properties(), attribute);
  return *value < 0 ? call.fail(cudaErrorInvalidValue) : check_device(call, device);
}
