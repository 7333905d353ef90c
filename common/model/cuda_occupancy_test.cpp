// Compares our occupancy with NVIDIA's header, for every capability since 3.5.
#include <cuda_occupancy.h>
#include <gtest/gtest.h>

#include "common/model/devices.h"
#include "common/model/occupancy.h"

namespace gemmlab::model {
namespace {

cudaOccDeviceProp properties_of(const Limits& limits) {
  cudaOccDeviceProp properties;
  properties.computeMajor = limits.architecture / 10;
  properties.computeMinor = limits.architecture % 10;
  properties.maxThreadsPerBlock = limits.block_threads;
  properties.maxThreadsPerMultiprocessor = limits.threads;
  properties.regsPerBlock = limits.block_registers;
  properties.regsPerMultiprocessor = limits.registers;
  properties.warpSize = kWarp;
  properties.sharedMemPerBlock = 48 << 10;
  properties.sharedMemPerMultiprocessor = limits.shared;
  properties.numSms = 1;
  properties.sharedMemPerBlockOptin = limits.block_shared;
  properties.reservedSharedMemPerBlock = limits.reserved;
  return properties;
}

int blocks_by_nvidia(const Limits& limits, const BlockNeeds& block) {
  const cudaOccDeviceProp properties = properties_of(limits);
  cudaOccFuncAttributes function;
  function.maxThreadsPerBlock = limits.block_threads;
  function.numRegs = block.registers;
  function.sharedSizeBytes = 0;
  function.partitionedGCConfig = PARTITIONED_GC_OFF;
  function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  function.maxDynamicSharedSizeBytes = 1 << 20;
  const cudaOccDeviceState state;
  cudaOccResult result{};
  const cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(
      &result, &properties, &function, &state, block.threads, block.shared_bytes);
  EXPECT_EQ(error, CUDA_OCC_SUCCESS);
  return result.activeBlocksPerMultiprocessor;
}

// On 6.0 NVIDIA's header starts nothing that does not also fit on 6.1; our model ignores that.
bool is_left_out(const Limits& limits, const BlockNeeds& block) {
  return limits.architecture == 60 && occupancy(*limits_of(61), block).by_registers == 0;
}

TEST(CudaOccupancy, IsOurs) {
  long compared = 0, differing = 0;
  for (const Limits& limits : capabilities()) {
    if (limits.architecture < 35) {
      continue;  // the first in the header
    }
    for (int threads = 1; threads <= 1100; threads += threads < 70 ? 3 : 37) {
      for (int registers = 1; registers <= limits.thread_registers; registers += 5) {
        for (const int shared : {0, 100, 2048, 5000, 8192, 16384, 40000, 49152, 65536, 101376,
                                 166912, 232448, 232449}) {
          const BlockNeeds block{threads, shared, registers};
          if (is_left_out(limits, block)) {
            continue;
          }
          const int ours = occupancy(limits, block).blocks;
          const int theirs = blocks_by_nvidia(limits, block);
          ++compared;
          differing += ours != theirs;
          EXPECT_TRUE(ours == theirs || differing > 5)
              << "sm_" << limits.architecture << ", " << threads << " threads, " << registers
              << " registers, " << shared << " bytes: " << ours << ", NVIDIA's header " << theirs;
        }
      }
    }
  }
  EXPECT_GT(compared, 100000);
  EXPECT_EQ(differing, 0);
}

}  // namespace
}  // namespace gemmlab::model
