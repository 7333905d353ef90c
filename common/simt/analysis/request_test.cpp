#include "common/simt/analysis/request.h"

#include <gtest/gtest.h>

#include "common/simt/state/integers.h"

namespace simt {
namespace {

// All 32 lanes, lane t at address(t).
template <class Address>
LaneAddresses lanes(u32 bytes, Address address) {
  LaneAddresses lanes;
  lanes.bytes = bytes;
  for (u32 t = 0; t < 32; ++t) {
    lanes.lane[lanes.count] = static_cast<u8>(t);
    lanes.address[lanes.count++] = address(t);
  }
  return lanes;
}

TEST(Sectors, AreCountedOnceAndPackedIdeally) {
  const Cost row = count_sectors(lanes(4, [](u32 t) { return 4096 + 4 * t; }));
  EXPECT_EQ(row.units, 4u);
  EXPECT_EQ(row.ideal, 4u);
  const Cost shifted = count_sectors(lanes(4, [](u32 t) { return 4100 + 4 * t; }));
  EXPECT_EQ(shifted.units, 5u);
  EXPECT_EQ(shifted.ideal, 4u);
  const Cost column = count_sectors(lanes(4, [](u32 t) { return 4096 + 512 * t; }));
  EXPECT_EQ(column.units, 32u);
  EXPECT_EQ(column.ideal, 4u);
  const Cost broadcast = count_sectors(lanes(4, [](u32) { return 4096; }));
  EXPECT_EQ(broadcast.units, 1u);
  EXPECT_EQ(broadcast.ideal, 1u);
  const Cost wide = count_sectors(lanes(16, [](u32 t) { return 4096 + 16 * t; }));
  EXPECT_EQ(wide.units, 16u);
  EXPECT_EQ(wide.ideal, 16u);
}

TEST(Sectors, DoNotDependOnTheOrderOfLanes) {
  const Cost row = count_sectors(lanes(4, [](u32 t) { return 4096 + 4 * (31 - t); }));
  EXPECT_EQ(row.units, 4u);
  const Cost mixed = count_sectors(lanes(4, [](u32 t) { return 4096 + 4 * (t * 7 % 32); }));
  EXPECT_EQ(mixed.units, 4u);
}

TEST(Wavefronts, OfWordsAreTheDepthOfTheDeepestBank) {
  EXPECT_EQ(count_wavefronts(lanes(4, [](u32 t) { return 4 * t; })).units, 1u);
  EXPECT_EQ(count_wavefronts(lanes(4, [](u32) { return 64; })).units, 1u);
  EXPECT_EQ(count_wavefronts(lanes(4, [](u32 t) { return 8 * t; })).units, 2u);
  EXPECT_EQ(count_wavefronts(lanes(4, [](u32 t) { return 128 * t; })).units, 32u);
  EXPECT_EQ(count_wavefronts(lanes(4, [](u32 t) { return 132 * t; })).units, 1u);
  // Two words of one bank, no matter how often they are read.
  EXPECT_EQ(count_wavefronts(lanes(4, [](u32 t) { return t % 2 * 128; })).units, 2u);
  EXPECT_EQ(count_wavefronts(lanes(4, [](u32 t) { return 128 * t; })).ideal, 1u);
}

TEST(Wavefronts, Of16BytesAreFourOrByThePairingRuleTwo) {
  EXPECT_EQ(count_wavefronts(lanes(16, [](u32 t) { return 16 * t; })).units, 4u);
  EXPECT_EQ(count_wavefronts(lanes(16, [](u32 t) { return t / 2 * 16; })).units, 2u);
  EXPECT_EQ(count_wavefronts(lanes(16, [](u32) { return 0; })).units, 2u);
  // Lanes t and t ^ 2 agree.
  EXPECT_EQ(count_wavefronts(lanes(16, [](u32 t) { return (t / 4 * 2 + t % 2) * 16; })).units, 2u);
  EXPECT_EQ(count_wavefronts(lanes(16, [](u32 t) { return (t & 1) * 16; })).units, 2u);
  // Conflicts within each group of eight lanes.
  EXPECT_EQ(count_wavefronts(lanes(16, [](u32 t) { return t * 128; })).units, 32u);
  EXPECT_EQ(count_wavefronts(lanes(16, [](u32 t) { return t * 128; })).ideal, 4u);
}

TEST(Wavefronts, Of8BytesAreTwoOrOne) {
  EXPECT_EQ(count_wavefronts(lanes(8, [](u32 t) { return 8 * t; })).units, 2u);
  EXPECT_EQ(count_wavefronts(lanes(8, [](u32 t) { return t / 2 * 8; })).units, 1u);
}

}  // namespace
}  // namespace simt
