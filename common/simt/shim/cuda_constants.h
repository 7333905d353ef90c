// Constants of CUDA's runtime API.
#pragma once

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
enum cudaMemLocationType {
  cudaMemLocationTypeInvalid = 0,
  cudaMemLocationTypeDevice = 1,
  cudaMemLocationTypeHost = 2,
};
enum cudaMemoryAdvise {
  cudaMemAdviseSetReadMostly = 1,
  cudaMemAdviseUnsetReadMostly = 2,
  cudaMemAdviseSetPreferredLocation = 3,
  cudaMemAdviseUnsetPreferredLocation = 4,
  cudaMemAdviseSetAccessedBy = 5,
  cudaMemAdviseUnsetAccessedBy = 6,
};

inline constexpr int cudaStreamDefault = 0x00;
inline constexpr int cudaStreamNonBlocking = 0x01;
inline constexpr int cudaEventDefault = 0x00;
inline constexpr int cudaEventBlockingSync = 0x01;
inline constexpr int cudaEventDisableTiming = 0x02;
inline constexpr int cudaMemAttachGlobal = 0x01;
inline constexpr int cudaMemAttachHost = 0x02;
inline constexpr int cudaDeviceScheduleAuto = 0x00;
inline constexpr int cudaDeviceScheduleSpin = 0x01;
inline constexpr int cudaDeviceScheduleYield = 0x02;
inline constexpr int cudaDeviceScheduleBlockingSync = 0x04;
inline constexpr int cudaDeviceMapHost = 0x08;
inline constexpr int cudaHostAllocDefault = 0x00;
inline constexpr int cudaHostAllocPortable = 0x01;
inline constexpr int cudaHostAllocMapped = 0x02;
inline constexpr int cudaHostAllocWriteCombined = 0x04;
inline constexpr int cudaHostRegisterDefault = 0x00;
inline constexpr int cudaHostRegisterPortable = 0x01;
inline constexpr int cudaHostRegisterMapped = 0x02;
inline constexpr int cudaOccupancyDefault = 0x00;
inline constexpr int cudaSharedmemCarveoutDefault = -1;
inline constexpr int cudaSharedmemCarveoutMaxL1 = 0;
inline constexpr int cudaSharedmemCarveoutMaxShared = 100;
inline constexpr int cudaCpuDeviceId = -1;
