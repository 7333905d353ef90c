#include "grader/core/gpu.h"

#include <gtest/gtest.h>

namespace gemmlab {
namespace {

TEST(Gpu, PeakAndBandwidthOfAnH200) {
  Gpu gpu;
  gpu.major = 9;
  gpu.multiprocessors = 132;
  gpu.clock_khz = 1'980'000;
  gpu.memory_clock_khz = 3'201'000;
  gpu.memory_bus_bits = 6144;
  EXPECT_EQ(gpu.architecture(), 90);
  EXPECT_NEAR(peak_fp32_flops(gpu), 66.9e12, 0.05e12);  // NVIDIA's data sheet: 67 TFLOP/s
  EXPECT_NEAR(memory_bandwidth(gpu), 4.92e12, 0.01e12);
}

TEST(Gpu, AnUnknownArchitectureHasNoPeak) {
  Gpu gpu;
  gpu.major = 3;
  gpu.multiprocessors = 8;
  gpu.clock_khz = 1'000'000;
  EXPECT_EQ(peak_fp32_flops(gpu), 0);
}

}  // namespace
}  // namespace gemmlab
