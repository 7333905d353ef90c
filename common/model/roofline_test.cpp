#include "common/model/roofline.h"

#include <gtest/gtest.h>

#include "common/model/devices.h"
#include "common/model/kernels.h"

namespace gemmlab::model {
namespace {

Bounds of(const char* lab, const char* gpu) {
  return bounds(*textbook_kernel(lab), device(gpu));
}

TEST(Roofline, IsMemoryTimesIntensityOrThePeak) {
  EXPECT_DOUBLE_EQ(flops_by_memory(150e9, 4), 37.5e9);
  EXPECT_DOUBLE_EQ(bandwidth_for(5e12, 4), 2e13);
  EXPECT_DOUBLE_EQ(bytes_per_flop_with(16, kFloat), 0.25);
  EXPECT_EQ(operations(2, 3, 4), 48);
  EXPECT_DOUBLE_EQ(in_flight(18, 32), 576);
}

// Merged loads move a sector once: 2 + 2 of them for a warp's 64 operations in blocks of 16 x 16, 1
// + 4 in 32 x 32.
TEST(Roofline, MovesEachSectorOfAWarpOnce) {
  EXPECT_DOUBLE_EQ(moved_bytes_per_flop(naive_kernel(16)), 2);
  EXPECT_DOUBLE_EQ(moved_bytes_per_flop(naive_kernel(32)), 2.5);
  EXPECT_DOUBLE_EQ(moved_bytes_per_flop(tiled_kernel(32)), bytes_per_flop(tiled_kernel(32)));
  EXPECT_DOUBLE_EQ(moved_bytes_per_flop(one_operand_kernel(16, 4)), 1 + 1 / 32.0);
}

// Measured there (docs/measurements.md): 5.5, 9.3, 19.8 and 26.1 TFLOP/s of 66.9. No kernel may be
// faster than its limit, and each limit is at most three times the measured value.
TEST(Bounds, HoldForWhatAnH200Measured) {
  const std::pair<const char*, double> measured[] = {
      {"02", 5.47e12}, {"03", 9.30e12}, {"04", 9.27e12}, {"05", 19.76e12}, {"06", 26.14e12}};
  for (const auto& [lab, rate] : measured) {
    const Bounds found = of(lab, "h200");
    EXPECT_GT(found.at_most, rate) << lab;
    EXPECT_LT(found.at_most, 3 * rate) << lab;
  }
}

TEST(Bounds, NameWhatBinds) {
  EXPECT_EQ(of("02", "h200").binding, Bound::pipe);
  EXPECT_NEAR(of("02", "h200").at_most, 8.36e12, 0.01e12);
  EXPECT_NEAR(of("02", "h200").memory, 2.4e12, 0.01e12);
  EXPECT_EQ(of("03", "h200").binding, Bound::pipe);
  EXPECT_NEAR(of("03", "h200").at_most, 11.15e12, 0.01e12);
  EXPECT_EQ(of("06", "h200").binding, Bound::issue);
  EXPECT_NEAR(of("06", "h200").at_most, 0.8 * 66.9e12, 0.1e12);
}

// 4 x 4 fragments of a warp: 8 x 128 loads of one wavefront a warp each for 16 x 64 multiply-adds.
TEST(Bounds, OfTensorCoresAreTheirPeakUnlessTheyWaitForSharedMemory) {
  const Bounds h200 = of("10", "h200");
  EXPECT_EQ(h200.binding, Bound::arithmetic);
  EXPECT_DOUBLE_EQ(h200.at_most, 494.7e12);
  EXPECT_DOUBLE_EQ(h200.pipe, 132 * 1.98e9 * 64 * 32);
  EXPECT_DOUBLE_EQ(h200.issue, 132 * 1.98e9 * 64 * 4 / (1 / 32.0 + 2 / 32.0));
  const Bounds small = bounds(tensor_kernel(64, 16, 1), device("h200"));
  EXPECT_EQ(small.binding, Bound::pipe);
  EXPECT_DOUBLE_EQ(small.at_most, h200.pipe / 4);
  EXPECT_EQ(of("10", "v100").at_most, 0);  // half only
}

TEST(Bounds, OfOlderGPUsCountOnNoCache) {
  EXPECT_EQ(of("02", "k40").binding, Bound::memory);
  EXPECT_DOUBLE_EQ(of("02", "k40").at_most, 144e9);
  EXPECT_EQ(of("02", "k40").pipe, 0);  // its global loads do not use shared memory's pipe
  EXPECT_EQ(of("02", "k40").issue, 0);
  EXPECT_GT(of("03", "k40").pipe, 0);
}

// 64 bytes a clock there, 128 in its successors: public runs of a naive and a tiled kernel reached
// 0.47 and 0.86 TFLOP/s.
TEST(Bounds, CountHalfAWavefrontPerClockOnTuring) {
  EXPECT_NEAR(of("02", "t4").at_most, 1.02e12, 0.01e12);
  EXPECT_NEAR(of("03", "t4").at_most, 1.36e12, 0.01e12);
}

TEST(Bounds, HaveWords) {
  for (const Bound bound : {Bound::arithmetic, Bound::issue, Bound::pipe, Bound::memory}) {
    EXPECT_FALSE(name(bound).empty());
  }
}

}  // namespace
}  // namespace gemmlab::model
