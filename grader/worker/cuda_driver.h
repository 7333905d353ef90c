// The part of CUDA's driver that we use, found when a program starts: the tool is built alike with
// and without CUDA, and no toolkit's runtime stands between it and the driver.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace gemmlab {

// As cuda.h declares them: cuda_driver_abi_test.cpp holds both against each other.
using CuResult = int;
using CuDevice = int;
using CuContext = struct CUctx_st*;
using CuEvent = struct CUevent_st*;
using CuStream = struct CUstream_st*;
using CuPointer = unsigned long long;

struct CudaDriver {
  CuResult (*init)(unsigned flags);
  CuResult (*driver_version)(int* version);
  CuResult (*error_name)(CuResult error, const char** name);
  CuResult (*device_count)(int* count);
  CuResult (*device)(CuDevice* device, int ordinal);
  CuResult (*device_name)(char* name, int length, CuDevice device);
  CuResult (*device_attribute)(int* value, int attribute, CuDevice device);
  CuResult (*device_memory)(std::size_t* bytes, CuDevice device);
  CuResult (*retain_context)(CuContext* context, CuDevice device);
  CuResult (*set_context)(CuContext context);
  CuResult (*synchronize)();
  CuResult (*memory_info)(std::size_t* free, std::size_t* total);
  CuResult (*allocate)(CuPointer* pointer, std::size_t bytes);
  CuResult (*release)(CuPointer pointer);
  CuResult (*copy_to_device)(CuPointer to, const void* from, std::size_t bytes);
  CuResult (*copy_to_host)(void* to, CuPointer from, std::size_t bytes);
  CuResult (*fill_words)(CuPointer to, unsigned word, std::size_t words);
  CuResult (*create_event)(CuEvent* event, unsigned flags);
  CuResult (*record_event)(CuEvent event, CuStream stream);
  CuResult (*elapsed)(float* milliseconds, CuEvent start, CuEvent end);
};

// Attributes of a device, by cuda.h's numbers.
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
};
inline constexpr int kExclusiveProcess = 3;  // of kComputeMode

// Errors that are told apart.
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
  // "CUDA_ERROR_OUT_OF_MEMORY"; the call is ours, by cuda.h's name.
  CudaError(CuResult result, const std::string& name, const std::string& call)
      : std::runtime_error(call + ": " + name), code(result), name(name) {}
  CuResult code;
  std::string name;
};

// Null where no driver is installed.
const CudaDriver* find_cuda_driver();

// The driver's name of an error.
std::string error_name(const CudaDriver& driver, CuResult result);

// Throws CudaError unless the result is CUDA_SUCCESS.
void check(const CudaDriver& driver, CuResult result, const char* call);

}  // namespace gemmlab
