#include "grader/core/metrics.h"

#include <gtest/gtest.h>

namespace gemmlab {
namespace {

// A 32 x 32 tile kernel at 128 x 128 x 128.
Metrics tiled() {
  Metrics metrics;
  metrics.shape = {128, 128, 128, ""};
  metrics.global_load = {4096, 16384, 16384, 524288};
  metrics.global_store = {512, 2048, 2048, 65536};
  metrics.shared_load = {131072, 131072, 131072, 16777216};
  metrics.shared_store = {4096, 8192, 4096, 524288};
  metrics.bytes_per_flop = (524288.0 + 65536.0) / (2.0 * 128 * 128 * 128);
  return metrics;
}

TEST(Derived, NumbersFollowFromTheCounts) {
  const Metrics metrics = tiled();
  EXPECT_DOUBLE_EQ(reuse(metrics), 4 / 0.140625);
  EXPECT_DOUBLE_EQ(sectors_over_ideal(metrics), 1);
  EXPECT_DOUBLE_EQ(shared_loads_per_fma(metrics), 2);
  EXPECT_DOUBLE_EQ(conflict_degree(metrics), 139264.0 / 135168.0);
}

TEST(Derived, NumbersOfNothingAreZero) {
  const Metrics nothing;
  EXPECT_EQ(reuse(nothing), 0);
  EXPECT_EQ(sectors_over_ideal(nothing), 0);
  EXPECT_EQ(shared_loads_per_fma(nothing), 0);
  EXPECT_EQ(conflict_degree(nothing), 0);
}

}  // namespace
}  // namespace gemmlab
