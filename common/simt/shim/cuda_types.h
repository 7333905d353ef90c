// Types and constants of CUDA's runtime API.
#pragma once

#include "simt_abi.h"

// The errors: name, number, and the text of cudaGetErrorString.
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

#define SIMT_ENUMERATOR(name, number, text) name = number,
enum cudaError { SIMT_CUDA_ERRORS(SIMT_ENUMERATOR) };
#undef SIMT_ENUMERATOR
typedef enum cudaError cudaError_t;

enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4,
};

enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9,
};

enum cudaFuncCache {
  cudaFuncCachePreferNone = 0,
  cudaFuncCachePreferShared = 1,
  cudaFuncCachePreferL1 = 2,
  cudaFuncCachePreferEqual = 3,
};

enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxBlockDimX = 2,
  cudaDevAttrMaxBlockDimY = 3,
  cudaDevAttrMaxBlockDimZ = 4,
  cudaDevAttrMaxGridDimX = 5,
  cudaDevAttrMaxGridDimY = 6,
  cudaDevAttrMaxGridDimZ = 7,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrMaxRegistersPerBlock = 12,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
};

typedef struct CUevent_st* cudaEvent_t;

struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem;
  size_t sharedMemPerBlock;
  int regsPerBlock;
  int warpSize;
  size_t memPitch;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int clockRate;
  size_t totalConstMem;
  int major;
  int minor;
  int multiProcessorCount;
  int integrated;
  int canMapHostMemory;
  int concurrentKernels;
  int ECCEnabled;
  int pciBusID;
  int pciDeviceID;
  int asyncEngineCount;
  int unifiedAddressing;
  int memoryClockRate;
  int memoryBusWidth;
  int l2CacheSize;
  int maxThreadsPerMultiProcessor;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor;
  int managedMemory;
  int maxBlocksPerMultiProcessor;
  size_t sharedMemPerBlockOptin;
  size_t reservedSharedMemPerBlock;
};

struct cudaFuncAttributes {
  size_t sharedSizeBytes;
  size_t constSizeBytes;
  size_t localSizeBytes;
  int maxThreadsPerBlock;
  int numRegs;
  int ptxVersion;
  int binaryVersion;
  int maxDynamicSharedSizeBytes;
  int preferredShmemCarveout;
};

enum cudaMemLocationType {
  cudaMemLocationTypeInvalid = 0,
  cudaMemLocationTypeDevice = 1,
  cudaMemLocationTypeHost = 2,
};

struct cudaMemLocation {
  cudaMemLocationType type;
  int id;
};

enum cudaMemoryAdvise {
  cudaMemAdviseSetReadMostly = 1,
  cudaMemAdviseUnsetReadMostly = 2,
  cudaMemAdviseSetPreferredLocation = 3,
  cudaMemAdviseUnsetPreferredLocation = 4,
  cudaMemAdviseSetAccessedBy = 5,
  cudaMemAdviseUnsetAccessedBy = 6,
};

#define cudaCpuDeviceId (-1)
#define cudaStreamDefault 0x00
#define cudaStreamNonBlocking 0x01
#define cudaStreamLegacy ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)
#define cudaEventDefault 0x00
#define cudaEventBlockingSync 0x01
#define cudaEventDisableTiming 0x02
#define cudaMemAttachGlobal 0x01
#define cudaMemAttachHost 0x02
#define cudaDeviceScheduleAuto 0x00
#define cudaDeviceScheduleSpin 0x01
#define cudaDeviceScheduleYield 0x02
#define cudaDeviceScheduleBlockingSync 0x04
#define cudaDeviceMapHost 0x08
#define cudaHostAllocDefault 0x00
#define cudaHostAllocPortable 0x01
#define cudaHostAllocMapped 0x02
#define cudaHostAllocWriteCombined 0x04
#define cudaHostRegisterDefault 0x00
#define cudaHostRegisterPortable 0x01
#define cudaHostRegisterMapped 0x02
#define cudaOccupancyDefault 0x00
