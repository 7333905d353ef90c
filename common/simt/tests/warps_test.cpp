// Collective operations of a warp work as in CUDA, and a lane that never arrives is reported.
#include <cmath>
#include <functional>
#include <string>

#include "common/facts/finding.h"
#include "common/simt/tests/harness.h"

namespace simt {
namespace {

using testing::Outcome;
using testing::run_right;

// Row `row` of c holds value(lane) for each lane.
void expect_row(const Outcome& outcome, int row, const std::function<double(int)>& value) {
  for (int lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(outcome.c[static_cast<size_t>(32 * row + lane)], static_cast<float>(value(lane)))
        << "row " << row << ", lane " << lane;
  }
}

TEST(Warps, ShuffleWithinSegments) {
  const Outcome outcome = run_right("warps", "shuffles");
  expect_row(outcome, 0, [](int) { return 3; });
  expect_row(outcome, 1, [](int lane) { return lane / 8 * 8 + 3; });
  expect_row(outcome, 2, [](int lane) { return lane < 2 ? lane : lane - 2; });
  expect_row(outcome, 3, [](int lane) { return lane % 8 < 2 ? lane : lane - 2; });
  expect_row(outcome, 4, [](int lane) { return lane >= 30 ? lane : lane + 2; });
  expect_row(outcome, 5, [](int lane) { return lane % 8 >= 6 ? lane : lane + 2; });
  expect_row(outcome, 6, [](int lane) { return lane ^ 5; });
  // From earlier segments, but not from later ones.
  expect_row(outcome, 7,
             [](int lane) { return (lane ^ 12) < lane / 8 * 8 + 8 ? lane ^ 12 : lane; });
  expect_row(outcome, 8, [](int) { return 32; });
}

TEST(Warps, ShuffleInParts) {
  const Outcome outcome = run_right("warps", "shuffles_of_halves");
  expect_row(outcome, 0, [](int lane) {
    return lane < 15 ? lane + 1 : lane == 15 ? 15 : lane ^ 1;
  });
}

TEST(Warps, GetNothingFromLanesThatDoNotTakePart) {
  const Outcome outcome = testing::run("warps", "shuffles_from_nobody", 32);
  EXPECT_EQ(outcome.count(FindingKind::uninitialised_read), 1) << outcome.all_findings();
  EXPECT_EQ(outcome.report.findings.size(), 1u) << outcome.all_findings();
  EXPECT_EQ(outcome.c[3], 1.0f);
  EXPECT_TRUE(std::isnan(outcome.c[4]));
  EXPECT_TRUE(std::isnan(outcome.c[7]));
}

TEST(Warps, VoteAndMatch) {
  const Outcome outcome = run_right("warps", "votes");
  expect_row(outcome, 0, [](int) { return 1 + 4; });
  expect_row(outcome, 1, [](int) { return 2; });
  expect_row(outcome, 2, [](int lane) { return lane % 5 < 2 ? 7 : 6; });
  expect_row(outcome, 3, [](int) { return 1; });
  expect_row(outcome, 4, [](int) { return 0; });
}

TEST(Warps, ReduceOverMasks) {
  const Outcome outcome = run_right("warps", "reductions");
  expect_row(outcome, 0, [](int lane) { return lane < 8 ? -52 : 228; });
  expect_row(outcome, 1, [](int lane) { return lane < 8 ? -10 : -2; });
  expect_row(outcome, 2, [](int lane) { return lane < 8 ? -3 : 21; });
  expect_row(outcome, 3, [](int lane) { return lane < 8 ? 7 : 31; });
  expect_row(outcome, 4, [](int) { return 48; });
  expect_row(outcome, 5, [](int) { return 15; });
  expect_row(outcome, 6, [](int) { return 0; });
}

TEST(Warps, KnowWhoIsTogether) {
  const Outcome outcome = run_right("warps", "active_masks");
  expect_row(outcome, 0, [](int lane) { return lane % 4 == 0 ? 8 : -24; });
  expect_row(outcome, 1, [](int) { return 32; });
}

TEST(Warps, AreOrderedByTheirBarrier) {
  const Outcome outcome = run_right("warps", "warp_barrier");
  expect_row(outcome, 1,
             [&](int lane) { return outcome.a[static_cast<size_t>(32 + (lane ^ 31))]; });
}

TEST(Blocks, VoteAtBarriers) {
  const Outcome outcome = run_right("warps", "barriers_that_vote");
  expect_row(outcome, 2, [](int) { return 32 + 100 + 400; });
}

class MissingLane : public ::testing::TestWithParam<const char*> {};

TEST_P(MissingLane, IsADeadlock) {
  const Outcome outcome = testing::run("warps", GetParam(), 32);
  const Finding* deadlock = outcome.find(FindingKind::deadlock);
  ASSERT_NE(deadlock, nullptr) << outcome.all_findings();
  const auto never = testing::fact_of<NeverComes>(*deadlock);
  EXPECT_EQ(never.mask, 0xffffffffu);
  EXPECT_EQ(never.other, Coordinates{5});
  EXPECT_EQ(never.barrier, BarrierCall::syncthreads);
  EXPECT_GT(deadlock->at.line, 120);
  EXPECT_NE(deadlock->at.file.find("warps.cu"), std::string::npos) << deadlock->at.file;
}

INSTANTIATE_TEST_SUITE_P(Named, MissingLane,
                         ::testing::Values("lane_missing_at_shuffle", "lane_missing_at_vote",
                                           "lane_missing_at_reduction",
                                           "lane_missing_at_warp_barrier"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace simt
