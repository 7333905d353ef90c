#include "common/facts/counts.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace gemmlab {
namespace {

LaunchShape launch_of(unsigned blocks) {
  return {{blocks, 1, 1}, {32, 1, 1}, 0, "kernel"};
}

TEST(Launches, CountEqualOnesTogether) {
  Launches launches;
  for (int row = 0; row < 70'000; ++row) {
    add(launches, launch_of(4));
  }
  add(launches, launch_of(5));
  ASSERT_EQ(launches.size(), 2u);
  EXPECT_EQ(launches[0].times, 70'000u);
  EXPECT_EQ(only_launch(launches), nullptr);
}

TEST(Launches, KeepTheLargest) {
  Launches launches;
  for (unsigned blocks = 1; blocks <= 1000; ++blocks) {
    add(launches, launch_of(blocks));
  }
  EXPECT_TRUE(launches.is_full());
  const auto is_kept = [&](unsigned blocks) {
    return std::ranges::any_of(launches,
                               [&](const LaunchShape& each) { return each.grid[0] == blocks; });
  };
  EXPECT_TRUE(is_kept(1000));
  EXPECT_FALSE(is_kept(1));
}

TEST(Launches, AreOneOnlyIfItWasMadeOnce) {
  Launches launches;
  EXPECT_EQ(only_launch(launches), nullptr);
  add(launches, launch_of(4));
  ASSERT_NE(only_launch(launches), nullptr);
  EXPECT_EQ(only_launch(launches)->threads(), 128);
  add(launches, launch_of(4));
  EXPECT_EQ(only_launch(launches), nullptr);
}

}  // namespace
}  // namespace gemmlab
