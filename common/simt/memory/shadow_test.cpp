#include "common/simt/memory/shadow.h"

#include <gtest/gtest.h>

#include "common/simt/state/block_clock.h"
#include "common/simt/state/integers.h"

namespace simt {
namespace {

TEST(Order, HoldsWithinAThreadAndAcrossBarriers) {
  BlockClock clock;
  const Touch before = touch_of(5, clock);
  EXPECT_TRUE(ordered(0, 7, clock)) << "never touched";
  EXPECT_TRUE(ordered(before, 5, clock));
  EXPECT_FALSE(ordered(before, 7, clock));
  EXPECT_FALSE(ordered(before, 40, clock));
  clock.pass_barrier();
  EXPECT_TRUE(ordered(before, 7, clock));
  EXPECT_TRUE(ordered(before, 40, clock));
}

TEST(Order, AWarpBarrierHoldsForLanesThatWereThere) {
  BlockClock clock;
  const Touch before = touch_of(5, clock);
  clock.pass_warp_barrier(0, 32, 1u << 5 | 1u << 7);
  EXPECT_TRUE(ordered(before, 7, clock));
  EXPECT_FALSE(ordered(before, 8, clock)) << "of the warp, but not there";
  EXPECT_FALSE(ordered(before, 40, clock)) << "of another warp";
  EXPECT_FALSE(ordered(touch_of(5, clock), 7, clock)) << "after the warp barrier";
}

TEST(Order, NeedsLanesThatMetEachOther) {
  BlockClock clock;
  const Touch before = touch_of(5, clock);
  clock.pass_warp_barrier(0, 32, 0x0000ffffu);
  clock.pass_warp_barrier(0, 32, 0xffff0000u);
  EXPECT_TRUE(ordered(before, 7, clock));
  EXPECT_FALSE(ordered(before, 20, clock)) << "met others, not this one";
  clock.pass_warp_barrier(0, 32, 0xffffffffu);
  EXPECT_TRUE(ordered(before, 20, clock));
  const Touch later = touch_of(5, clock);
  clock.pass_warp_barrier(0, 32, 0x0000ffffu);
  EXPECT_TRUE(ordered(before, 20, clock)) << "since the whole warp met before";
  EXPECT_FALSE(ordered(later, 20, clock));
  clock.restart();
  clock.pass_warp_barrier(32, 8, 0xffu);
  EXPECT_TRUE(clock.met.empty()) << "a short warp as a whole";
}

TEST(Joined, KeepsWhoMayBeInConflict) {
  BlockClock clock;
  const Touch first = touch_of(33, clock), second = touch_of(40, clock), far = touch_of(64, clock);
  EXPECT_EQ(joined(0, first, clock), first);
  EXPECT_EQ(joined(first, first, clock), first);
  const Touch of_warp = joined(first, second, clock);
  EXPECT_FALSE(ordered(of_warp, 33, clock));
  const Touch any = joined(of_warp, far, clock);
  EXPECT_FALSE(ordered(any, 64, clock));
  EXPECT_EQ(joined(any, first, clock), any);
  clock.pass_barrier();
  EXPECT_TRUE(ordered(any, 1, clock));
  EXPECT_EQ(joined(any, touch_of(1, clock), clock), touch_of(1, clock));
}

TEST(Joined, OfTheLastWarpIsNotTakenForAllWarps) {
  BlockClock clock;
  const Touch of_warp = joined(touch_of(1023, clock), touch_of(1000, clock), clock);
  clock.advance();
  for (u32 t = 992; t < 1024; ++t) {
    clock.warp_barrier[t] = clock.now;
  }
  EXPECT_TRUE(ordered(of_warp, 1010, clock));
}

TEST(BlockClock, OrdersLanesThatMetOthersInBetween) {
  BlockClock clock;
  const Touch first = touch_of(0, clock);
  clock.pass_warp_barrier(0, 32, 0b0011);
  const Touch second = touch_of(0, clock);
  EXPECT_TRUE(ordered(first, 1, clock));
  EXPECT_FALSE(ordered(first, 2, clock));
  clock.pass_warp_barrier(0, 32, 0b0110);
  clock.pass_warp_barrier(0, 32, 0b1100);
  EXPECT_TRUE(ordered(first, 3, clock));
  EXPECT_FALSE(ordered(second, 3, clock)) << "not what lane 0 did after it met lane 1";
  EXPECT_FALSE(ordered(touch_of(3, clock), 0, clock));
}

TEST(BlockClock, SaysThatItIsFullRatherThanOverflow) {
  BlockClock clock;
  clock.now = clock.barrier = kMaxClock - 1;
  EXPECT_FALSE(clock.is_full());
  for (int i = 0; i < 3; ++i) {
    clock.pass_barrier();
    EXPECT_TRUE(clock.is_full());
  }
  EXPECT_FALSE(ordered(touch_of(5, clock), 7, clock));
}

}  // namespace
}  // namespace simt
