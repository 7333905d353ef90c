// The errors of CUDA's runtime.
#pragma once

// Name, number, and the text of cudaGetErrorString.
#define SIMT_CUDA_ERRORS(ERROR)                                                               \
  ERROR(cudaSuccess, 0, "no error")                                                           \
  ERROR(cudaErrorInvalidValue, 1, "invalid argument")                                         \
  ERROR(cudaErrorMemoryAllocation, 2, "out of memory")                                        \
  ERROR(cudaErrorInitializationError, 3, "initialization error")                              \
  ERROR(cudaErrorCudartUnloading, 4, "driver shutting down")                                  \
  ERROR(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                   \
  ERROR(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                             \
  ERROR(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                  \
  ERROR(cudaErrorInvalidHostPointer, 16, "invalid host pointer")                              \
  ERROR(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                          \
  ERROR(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")             \
  ERROR(cudaErrorInsufficientDriver, 35,                                                      \
        "CUDA driver version is insufficient for CUDA runtime version")                       \
  ERROR(cudaErrorDevicesUnavailable, 46, "CUDA-capable device(s) is/are busy or unavailable") \
  ERROR(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                        \
  ERROR(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                         \
  ERROR(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                \
  ERROR(cudaErrorInvalidKernelImage, 200, "device kernel image is invalid")                   \
  ERROR(cudaErrorNoKernelImageForDevice, 209,                                                 \
        "no kernel image is available for execution on the device")                           \
  ERROR(cudaErrorECCUncorrectable, 214, "uncorrectable ECC error encountered")                \
  ERROR(cudaErrorInvalidPtx, 218, "a PTX JIT compilation failed")                             \
  ERROR(cudaErrorUnsupportedPtxVersion, 222,                                                  \
        "the provided PTX was compiled with an unsupported toolchain.")                       \
  ERROR(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                       \
  ERROR(cudaErrorSymbolNotFound, 500, "named symbol not found")                               \
  ERROR(cudaErrorNotReady, 600, "device not ready")                                           \
  ERROR(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")             \
  ERROR(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")        \
  ERROR(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")               \
  ERROR(cudaErrorAssert, 710, "device-side assert triggered")                                 \
  ERROR(cudaErrorHostMemoryAlreadyRegistered, 712,                                            \
        "part or all of the requested memory range is already mapped")                        \
  ERROR(cudaErrorHostMemoryNotRegistered, 713,                                                \
        "pointer does not correspond to a registered memory region")                          \
  ERROR(cudaErrorHardwareStackError, 714, "hardware stack error")                             \
  ERROR(cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered")           \
  ERROR(cudaErrorMisalignedAddress, 716, "misaligned address")                                \
  ERROR(cudaErrorInvalidAddressSpace, 717,                                                    \
        "operation not supported on global/shared address space")                             \
  ERROR(cudaErrorInvalidPc, 718, "invalid program counter")                                   \
  ERROR(cudaErrorLaunchFailure, 719, "unspecified launch failure")                            \
  ERROR(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch")     \
  ERROR(cudaErrorNotPermitted, 800, "operation not permitted")                                \
  ERROR(cudaErrorNotSupported, 801, "operation not supported")                                \
  ERROR(cudaErrorUnknown, 999, "unknown error")
