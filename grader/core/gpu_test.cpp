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

Gpu h200() {
  Gpu gpu;
  gpu.name = "NVIDIA H200";
  gpu.major = 9;
  gpu.multiprocessors = 132;
  gpu.clock_khz = 1'980'000;
  gpu.memory_clock_khz = 3'201'000;
  gpu.memory_bus_bits = 6144;
  gpu.l2_bytes = 60 << 20;
  gpu.threads_per_multiprocessor = 1536;  // a wrong value, to see that the driver's number counts
  return gpu;
}

TEST(Modelled, TakesTheDriversNumbersFirst) {
  const auto device = modelled(h200());
  ASSERT_TRUE(device);
  EXPECT_EQ(device->limits.threads, 1536);
  EXPECT_EQ(device->limits.registers, 65536);  // the driver did not report it here
  EXPECT_EQ(device->l2_bytes, 60 << 20);
  EXPECT_EQ(device->bandwidth, memory_bandwidth(h200()));
  EXPECT_EQ(model::peak_flops(*device), peak_fp32_flops(h200()));
}

TEST(Modelled, FindsTheBandwidthOfAKnownGPUWhereTheDriverStatesNone) {
  Gpu gpu = h200();
  gpu.memory_clock_khz = 0;
  EXPECT_EQ(modelled(gpu)->bandwidth, 4800e9);
  gpu.name = "NVIDIA X1";
  EXPECT_EQ(modelled(gpu)->bandwidth, 0);
}

TEST(Modelled, IsNothingOfAnUnknownArchitecture) {
  Gpu gpu = h200();
  gpu.major = 3;
  EXPECT_FALSE(modelled(gpu));
}

}  // namespace

}  // namespace gemmlab
