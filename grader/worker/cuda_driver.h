// The part of CUDA's driver that we use, loaded at program start: the tool builds the same with and
// without CUDA, and no toolkit runtime is between it and the driver.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace gemmlab {

// As declared in cuda.h: cuda_driver_abi_test.cpp compares both.
using CuResult = int;
using CuDevice = int;
using CuContext = struct CUctx_st*;
using CuEvent = struct CUevent_st*;
using CuStream = struct CUstream_st*;
using CuPointer = unsigned long long;
using CuMemory = unsigned long long;  // CUmemGenericAllocationHandle

// CUmemLocation, CUmemAllocationProp and CUmemAccessDesc, as far as we use them.
struct CuPlace {
  int kind = 1;  // a device
  int device = 0;
};
struct CuMemoryKind {
  int kind = 1;     // pinned
  int handles = 1;  // can be handed over as a file descriptor
  CuPlace place = {};
  void* reserved[2] = {};
};
struct CuMemoryAccess {
  CuPlace place = {};
  int rights = 3;  // to read and to write
};

// Each function's name here and in the library, and its parameters.
#define GEMMLAB_DRIVER_CALLS(CALL)                                                                 \
  CALL(init, cuInit, (unsigned flags))                                                             \
  CALL(driver_version, cuDriverGetVersion, (int* version))                                         \
  CALL(error_name, cuGetErrorName, (CuResult error, const char** name))                            \
  CALL(device_count, cuDeviceGetCount, (int* count))                                               \
  CALL(device, cuDeviceGet, (CuDevice * device, int ordinal))                                      \
  CALL(device_name, cuDeviceGetName, (char* name, int length, CuDevice device))                    \
  CALL(device_attribute, cuDeviceGetAttribute, (int* value, int attribute, CuDevice device))       \
  CALL(device_memory, cuDeviceTotalMem_v2, (std::size_t * bytes, CuDevice device))                 \
  CALL(retain_context, cuDevicePrimaryCtxRetain, (CuContext * context, CuDevice device))           \
  CALL(set_context, cuCtxSetCurrent, (CuContext context))                                          \
  CALL(synchronize, cuCtxSynchronize, ())                                                          \
  CALL(memory_info, cuMemGetInfo_v2, (std::size_t * free, std::size_t * total))                    \
  CALL(allocate, cuMemAlloc_v2, (CuPointer * pointer, std::size_t bytes))                          \
  CALL(release, cuMemFree_v2, (CuPointer pointer))                                                 \
  CALL(granularity, cuMemGetAllocationGranularity,                                                 \
       (std::size_t * bytes, const CuMemoryKind* kind, int recommended))                           \
  CALL(create, cuMemCreate,                                                                        \
       (CuMemory * memory, std::size_t bytes, const CuMemoryKind* kind, unsigned long long flags)) \
  CALL(destroy, cuMemRelease, (CuMemory memory))                                                   \
  CALL(hand_over, cuMemExportToShareableHandle,                                                    \
       (void* handle, CuMemory memory, int type, unsigned long long flags))                        \
  CALL(take_over, cuMemImportFromShareableHandle, (CuMemory * memory, void* handle, int type))     \
  CALL(reserve, cuMemAddressReserve,                                                               \
       (CuPointer * at, std::size_t bytes, std::size_t alignment, CuPointer wanted,                \
        unsigned long long flags))                                                                 \
  CALL(give_back, cuMemAddressFree, (CuPointer at, std::size_t bytes))                             \
  CALL(map, cuMemMap,                                                                              \
       (CuPointer at, std::size_t bytes, std::size_t offset, CuMemory memory,                      \
        unsigned long long flags))                                                                 \
  CALL(unmap, cuMemUnmap, (CuPointer at, std::size_t bytes))                                       \
  CALL(allow, cuMemSetAccess,                                                                      \
       (CuPointer at, std::size_t bytes, const CuMemoryAccess* access, std::size_t count))         \
  CALL(copy_to_device, cuMemcpyHtoD_v2, (CuPointer to, const void* from, std::size_t bytes))       \
  CALL(copy_to_host, cuMemcpyDtoH_v2, (void* to, CuPointer from, std::size_t bytes))               \
  CALL(fill_words, cuMemsetD32_v2, (CuPointer to, unsigned word, std::size_t words))               \
  CALL(create_event, cuEventCreate, (CuEvent * event, unsigned flags))                             \
  CALL(record_event, cuEventRecord, (CuEvent event, CuStream stream))                              \
  CALL(elapsed, cuEventElapsedTime, (float* milliseconds, CuEvent start, CuEvent end))

struct CudaDriver {
#define GEMMLAB_MEMBER(name, in_library, parameters) CuResult(*name) parameters;
  GEMMLAB_DRIVER_CALLS(GEMMLAB_MEMBER)
#undef GEMMLAB_MEMBER
};

// Device attributes, with cuda.h's numbers.
enum CuAttribute : int {
  kSharedBytesPerBlock = 8,
  kClockKhz = 13,
  kMultiprocessors = 16,
  kKernelTimeLimit = 17,
  kComputeMode = 20,
  kPciBus = 33,
  kPciDevice = 34,
  kPciDomain = 50,
  kMemoryClockKhz = 36,
  kMemoryBusBits = 37,
  kL2Bytes = 38,
  kThreadsPerMultiprocessor = 39,
  kMajor = 75,
  kMinor = 76,
  kSharedBytesPerMultiprocessor = 81,
  kRegistersPerMultiprocessor = 82,
  kSharesByDescriptor = 103,
};
inline constexpr int kExclusiveProcess = 3;  // a value of kComputeMode

// Errors that we handle separately.
enum CuError : int {
  kOutOfMemory = 2,
  kInvalidContext = 201,
  kIllegalAddress = 700,
  kLaunchTimeout = 702,
  kContextIsDestroyed = 709,
  kAssert = 710,
  kHardwareStackError = 714,
  kIllegalInstruction = 715,
  kMisalignedAddress = 716,
  kInvalidAddressSpace = 717,
  kInvalidPc = 718,
  kLaunchFailed = 719,
};

struct CudaError : std::runtime_error {
  // "CUDA_ERROR_OUT_OF_MEMORY"; the call is ours, by its name in cuda.h.
  CudaError(const std::string& name, const std::string& call)
      : std::runtime_error(call + ": " + name), name(name), call(call) {}
  std::string name, call;
};

// Null if no driver is installed.
const CudaDriver* find_cuda_driver();

// The driver's name for an error.
std::string error_name(const CudaDriver& driver, CuResult result);

// Throws CudaError unless the result is CUDA_SUCCESS.
void check(const CudaDriver& driver, CuResult result, const char* call);

}  // namespace gemmlab
