// Types and constants of CUDA's runtime API.
#pragma once

#include "cuda_errors.h"
#include "simt_abi.h"

#define SIMT_ENUMERATOR(name, number, other) name = number,
enum cudaError { SIMT_CUDA_ERRORS(SIMT_ENUMERATOR) };
typedef enum cudaError cudaError_t;

enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
};

enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};

inline constexpr int cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxL1 = 0,
                     cudaSharedmemCarveoutMaxShared = 100;

enum cudaFuncCache {
  cudaFuncCachePreferNone = 0,
  cudaFuncCachePreferShared = 1,
  cudaFuncCachePreferL1 = 2,
  cudaFuncCachePreferEqual = 3
};

// Name, number, and the member of cudaDeviceProp with the value.
#define SIMT_DEVICE_ATTRIBUTES(ATTRIBUTE)                                                \
  ATTRIBUTE(cudaDevAttrMaxThreadsPerBlock, 1, maxThreadsPerBlock)                        \
  ATTRIBUTE(cudaDevAttrMaxBlockDimX, 2, maxThreadsDim[0])                                \
  ATTRIBUTE(cudaDevAttrMaxBlockDimY, 3, maxThreadsDim[1])                                \
  ATTRIBUTE(cudaDevAttrMaxBlockDimZ, 4, maxThreadsDim[2])                                \
  ATTRIBUTE(cudaDevAttrMaxGridDimX, 5, maxGridSize[0])                                   \
  ATTRIBUTE(cudaDevAttrMaxGridDimY, 6, maxGridSize[1])                                   \
  ATTRIBUTE(cudaDevAttrMaxGridDimZ, 7, maxGridSize[2])                                   \
  ATTRIBUTE(cudaDevAttrMaxSharedMemoryPerBlock, 8, sharedMemPerBlock)                    \
  ATTRIBUTE(cudaDevAttrWarpSize, 10, warpSize)                                           \
  ATTRIBUTE(cudaDevAttrMaxRegistersPerBlock, 12, regsPerBlock)                           \
  ATTRIBUTE(cudaDevAttrMultiProcessorCount, 16, multiProcessorCount)                     \
  ATTRIBUTE(cudaDevAttrMaxThreadsPerMultiProcessor, 39, maxThreadsPerMultiProcessor)     \
  ATTRIBUTE(cudaDevAttrComputeCapabilityMajor, 75, major)                                \
  ATTRIBUTE(cudaDevAttrComputeCapabilityMinor, 76, minor)                                \
  ATTRIBUTE(cudaDevAttrMaxSharedMemoryPerMultiprocessor, 81, sharedMemPerMultiprocessor) \
  ATTRIBUTE(cudaDevAttrMaxSharedMemoryPerBlockOptin, 97, sharedMemPerBlockOptin)
enum cudaDeviceAttr { SIMT_DEVICE_ATTRIBUTES(SIMT_ENUMERATOR) };
#undef SIMT_ENUMERATOR

typedef struct CUevent_st* cudaEvent_t;

struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem, totalConstMem, memPitch;
  size_t sharedMemPerBlock, sharedMemPerBlockOptin, sharedMemPerMultiprocessor;
  size_t reservedSharedMemPerBlock;
  int regsPerBlock, regsPerMultiprocessor;
  int warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
  int maxThreadsPerMultiProcessor, maxBlocksPerMultiProcessor;
  int major, minor, multiProcessorCount, clockRate;
  int memoryClockRate, memoryBusWidth, l2CacheSize;
  int integrated, canMapHostMemory, concurrentKernels, ECCEnabled;
  int pciBusID, pciDeviceID, asyncEngineCount, unifiedAddressing, managedMemory;
};

struct cudaFuncAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion;
  int maxDynamicSharedSizeBytes, preferredShmemCarveout;
};

enum cudaMemLocationType {
  cudaMemLocationTypeInvalid = 0,
  cudaMemLocationTypeDevice = 1,
  cudaMemLocationTypeHost = 2
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
  cudaMemAdviseUnsetAccessedBy = 6
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
