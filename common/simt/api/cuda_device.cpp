// Devices and errors of CUDA's API.
#include <algorithm>
#include <cstring>

#include "common/simt/api/api_call.h"
#include "common/simt/device_limits.h"
#include "common/simt/engine/lane.h"
#include "common/simt/shim/cuda_api.h"

namespace simt {
namespace {

constexpr int kVersion = 12040;

// An H100's shape, so that limits and occupancy come out as people know them.
cudaDeviceProp make_properties() {
  cudaDeviceProp p{};
  std::strcpy(p.name, "gemmlab SIMT simulator");
  p.totalGlobalMem = current_machine().arena.capacity();
  p.sharedMemPerBlock = kUsualSharedBytes;
  p.sharedMemPerBlockOptin = kMaxSharedBytes;
  p.sharedMemPerMultiprocessor = kSharedBytesPerMultiprocessor;
  p.reservedSharedMemPerBlock = kReservedSharedBytes;
  p.regsPerBlock = p.regsPerMultiprocessor = 65536;
  p.warpSize = 32;
  p.memPitch = 0x7fffffff;
  p.maxThreadsPerBlock = kMaxThreads;
  std::copy_n(kMaxBlock, 3, p.maxThreadsDim);
  std::copy_n(kMaxGrid, 3, p.maxGridSize);
  p.totalConstMem = 64 << 10;
  p.major = 9;
  p.multiProcessorCount = kMultiprocessors;
  p.concurrentKernels = p.canMapHostMemory = p.unifiedAddressing = p.managedMemory = 1;
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
    case cudaDevAttrMaxThreadsPerBlock:
      return p.maxThreadsPerBlock;
    case cudaDevAttrMaxBlockDimX:
    case cudaDevAttrMaxBlockDimY:
    case cudaDevAttrMaxBlockDimZ:
      return p.maxThreadsDim[attribute - cudaDevAttrMaxBlockDimX];
    case cudaDevAttrMaxGridDimX:
    case cudaDevAttrMaxGridDimY:
    case cudaDevAttrMaxGridDimZ:
      return p.maxGridSize[attribute - cudaDevAttrMaxGridDimX];
    case cudaDevAttrMaxSharedMemoryPerBlock:
      return static_cast<int>(p.sharedMemPerBlock);
    case cudaDevAttrWarpSize:
      return p.warpSize;
    case cudaDevAttrMaxRegistersPerBlock:
      return p.regsPerBlock;
    case cudaDevAttrMultiProcessorCount:
      return p.multiProcessorCount;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return p.maxThreadsPerMultiProcessor;
    case cudaDevAttrComputeCapabilityMajor:
      return p.major;
    case cudaDevAttrComputeCapabilityMinor:
      return p.minor;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return static_cast<int>(p.sharedMemPerMultiprocessor);
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return static_cast<int>(p.sharedMemPerBlockOptin);
  }
  return -1;
}

// One device, number 0.
cudaError_t check_device(const ApiCall& call, int device) {
  return device == 0 ? cudaSuccess : call.fail(cudaErrorInvalidDevice, NoSuchDevice{device});
}

}  // namespace

}  // namespace simt

using namespace simt;

cudaError_t cudaGetLastError() {
  return current_machine().errors.take();
}
cudaError_t cudaPeekAtLastError() {
  return current_machine().errors.peek();
}
const char* cudaGetErrorString(cudaError_t error) {
  return error_text(error);
}
const char* cudaGetErrorName(cudaError_t error) {
  return error_name(error);
}

cudaError_t cudaDeviceSynchronize() {
  SIMT_API_CALL("cudaDeviceSynchronize");
  return call.sticky();
}

// Memory stays: what the program leaks is counted when it ends, and the caller's is not lost.
cudaError_t cudaDeviceReset() {
  SIMT_API_CALL("cudaDeviceReset");
  Machine& m = call.machine;
  m.errors.reset();
  for (const Allocation& allocation : m.arena.allocations()) {
    if (allocation.live && allocation.ordinal == 0) {
      return call.fail(cudaErrorInvalidValue, CannotFree{BadFree::reset_frees_callers, allocation});
    }
  }
  return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = 0;
  *greatest = kGreatestPriority;
  return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) {
  return cudaSuccess;
}

cudaError_t cudaSetDeviceFlags(unsigned) {
  return cudaSuccess;
}

cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
  SIMT_API_CALL("cudaSetDevice");
  return check_device(call, device);
}

cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
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

cudaError_t cudaDriverGetVersion(int* version) {
  *version = kVersion;
  return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  return cudaDriverGetVersion(version);
}
