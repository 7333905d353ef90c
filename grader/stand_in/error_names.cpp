#include "grader/stand_in/error_names.h"

namespace gemmlab::stand_in {
namespace {

struct Name {
  CuResult error;
  const char* name;
};
constexpr Name kNames[] = {
    {1, "CUDA_ERROR_INVALID_VALUE"},
    {kOutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY"},
    {34, "CUDA_ERROR_STUB_LIBRARY"},
    {46, "CUDA_ERROR_DEVICE_UNAVAILABLE"},
    {100, "CUDA_ERROR_NO_DEVICE"},
    {kIllegalAddress, "CUDA_ERROR_ILLEGAL_ADDRESS"},
    {kLaunchTimeout, "CUDA_ERROR_LAUNCH_TIMEOUT"},
    {kAssert, "CUDA_ERROR_ASSERT"},
    {kHardwareStackError, "CUDA_ERROR_HARDWARE_STACK_ERROR"},
    {kIllegalInstruction, "CUDA_ERROR_ILLEGAL_INSTRUCTION"},
    {kMisalignedAddress, "CUDA_ERROR_MISALIGNED_ADDRESS"},
    {kInvalidAddressSpace, "CUDA_ERROR_INVALID_ADDRESS_SPACE"},
    {kInvalidPc, "CUDA_ERROR_INVALID_PC"},
    {kLaunchFailed, "CUDA_ERROR_LAUNCH_FAILED"},
    {802, "CUDA_ERROR_SYSTEM_NOT_READY"},
    {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"},
    {999, "CUDA_ERROR_UNKNOWN"},
};

}  // namespace

const char* name_of(CuResult error) {
  for (const Name& each : kNames) {
    if (each.error == error) {
      return each.name;
    }
  }
  return nullptr;
}

}  // namespace gemmlab::stand_in
