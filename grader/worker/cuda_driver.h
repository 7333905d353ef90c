// The part of CUDA's driver that we use, loaded at program start: the tool builds the same with and
// without CUDA, and no toolkit runtime is between it and the driver.
#pragma once

#include <stdexcept>
#include <string>

#include "grader/worker/driver_calls.h"

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

// A member for each row of driver_calls.table.
struct CudaDriver {
#define GEMMLAB_MEMBER(name, in_library, parameters) CuResult(*name) parameters;
  GEMMLAB_DRIVER_CALLS(GEMMLAB_MEMBER)
#undef GEMMLAB_MEMBER
};

// Device attributes, as in device_attributes.table, and errors, as in driver_errors.table.
#define GEMMLAB_VALUE(name, number) name = number,
enum CuAttribute : int { GEMMLAB_DEVICE_ATTRIBUTES(GEMMLAB_VALUE) };
enum CuError : int { GEMMLAB_DRIVER_ERRORS(GEMMLAB_VALUE) };
#undef GEMMLAB_VALUE
inline constexpr int kExclusiveProcess = 3;  // a value of kComputeMode

struct CudaError : std::runtime_error {
  // "CUDA_ERROR_OUT_OF_MEMORY"; the call is ours, by its name in cuda.h.
  CudaError(const std::string& name, const std::string& call)
      : std::runtime_error(call + ": " + name), name(name), call(call) {}
  std::string name, call;
};

// Null if no driver is installed.
const CudaDriver* find_cuda_driver();

// The installed one.
inline const CudaDriver& driver() {
  return *find_cuda_driver();
}

// The driver's name for an error.
std::string error_name(CuResult result);

// Throws CudaError unless the result is CUDA_SUCCESS.
void check(CuResult result, const char* call);

// Works in the primary context of the first GPU from now on. Throws CudaError.
void use_first_gpu();

}  // namespace gemmlab
