// Types of CUDA's runtime API.
#pragma once

#include "cuda_constants.h"
#include "simt_abi.h"

#define SIMT_ROW(name, number, other) name = number,
enum cudaError {
#include "cuda_errors.table"
};
typedef enum cudaError cudaError_t;

enum cudaDeviceAttr {
#include "cuda_device_attributes.table"
};
#undef SIMT_ROW

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

struct cudaMemLocation {
  cudaMemLocationType type;
  int id;
};

struct cudaExtent {
  size_t width, height, depth;  // the width in bytes
};

struct cudaPos {
  size_t x, y, z;
};

struct cudaPitchedPtr {
  void* ptr;
  size_t pitch, xsize, ysize;
};

struct cudaMemcpy3DParms {
  void* srcArray;  // the simulator has no arrays
  cudaPos srcPos;
  cudaPitchedPtr srcPtr;
  void* dstArray;
  cudaPos dstPos;
  cudaPitchedPtr dstPtr;
  cudaExtent extent;
  cudaMemcpyKind kind;
};

#define cudaStreamLegacy ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)
