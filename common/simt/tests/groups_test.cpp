// Cooperative groups work as in CUDA, and errors in them are reported at their line.
#include <functional>
#include <string>

#include "common/facts/finding.h"
#include "common/simt/tests/harness.h"

namespace simt {
namespace {

using testing::Outcome;
using testing::run_right;

// Row `row` of c, with `width` floats per row, holds value(thread) for each of these threads.
void expect_row(const Outcome& outcome, int width, int row,
                const std::function<double(int)>& value) {
  for (int t = 0; t < width; ++t) {
    EXPECT_EQ(outcome.c[static_cast<size_t>(width * row + t)], static_cast<float>(value(t)))
        << "row " << row << ", thread " << t;
  }
}

TEST(Groups, KnowThemselves) {
  const Outcome outcome = run_right("groups", "know_themselves");
  expect_row(outcome, 96, 0, [](int t) { return t; });
  expect_row(outcome, 96, 1, [](int) { return 96.5; });
  expect_row(outcome, 96, 2, [](int t) { return t % 32 + 100 * (t / 32) + 3000; });
  expect_row(outcome, 96, 3, [](int t) { return t % 8 + 100 * (t % 32 / 8) + 4000 + 80000; });
  expect_row(outcome, 96, 4, [](int t) { return t % 16 + 1600; });
  expect_row(outcome, 96, 5, [](int t) { return t % 8 + 9600; });
}

TEST(Groups, ExchangeValues) {
  const Outcome outcome = run_right("groups", "tiles_exchange");
  expect_row(outcome, 32, 0, [](int t) { return t / 8 * 8 + 3; });
  expect_row(outcome, 32, 1, [](int t) { return t % 8 < 2 ? t : t - 2; });
  expect_row(outcome, 32, 2, [](int t) { return t % 8 >= 6 ? t : t + 2; });
  expect_row(outcome, 32, 3, [](int t) { return t ^ 5; });
  expect_row(outcome, 32, 4, [](int t) { return (1 << t / 8) + (t / 8 == 1 ? 1000 : 2000); });
  expect_row(outcome, 32, 5, [](int t) { return 10 * (t / 8 * 8 + 1); });
}

TEST(Groups, Reduce) {
  const Outcome outcome = run_right("groups", "reductions");
  expect_row(outcome, 32, 0, [](int) { return 496; });
  expect_row(outcome, 32, 1, [](int t) { return t / 4 * 4; });
  expect_row(outcome, 32, 2, [](int t) { return t / 4 * 4 + 3; });
  expect_row(outcome, 32, 3, [](int t) { return t / 4 * 4 + 3; });
  expect_row(outcome, 32, 4, [](int) { return 15 + 600; });
  for (int t = 1; t < 32; t += 3) {
    EXPECT_EQ(outcome.c[static_cast<size_t>(160 + t)],
              static_cast<float>(176 + 1000 * (t / 3) + 20000 * 11 + 0.75))
        << t;
  }
}

TEST(Groups, ArePassedAsGroupsOfAnyKind) {
  const Outcome outcome = run_right("groups", "sums_in_shared_memory");
  float sum = 0.0f, of_third = 0.0f;
  for (size_t i = 0; i < 64; ++i) {
    sum += outcome.a[i];
    of_third += i / 16 == 2 ? outcome.a[i] : 0.0f;
  }
  EXPECT_EQ(outcome.c[0], sum);
  EXPECT_EQ(outcome.c[32], of_third);
}

TEST(Groups, DoNotMeetInTwoCallsOfAFunction) {
  const Outcome outcome = testing::run("groups", "two_calls", 64);
  EXPECT_NE(outcome.find(FindingKind::barrier_divergence), nullptr) << outcome.all_findings();
}

TEST(Groups, OfOneWarpDoNotWaitForOthers) {
  const Outcome outcome = testing::run("groups", "tile_for_block", 32);
  const Finding* race = outcome.find(FindingKind::race);
  ASSERT_NE(race, nullptr) << outcome.all_findings();
  EXPECT_NE(race->at.file.find("groups.cu"), std::string::npos) << race->at.file;
}

TEST(Groups, ThatWaitApartAreFound) {
  const Outcome outcome = testing::run("groups", "two_barriers", 32);
  const Finding* divergence = outcome.find(FindingKind::barrier_divergence);
  ASSERT_NE(divergence, nullptr) << outcome.all_findings();
  EXPECT_EQ(testing::fact_of<BarriersApart>(*divergence).barrier, BarrierCall::group_sync);
  ASSERT_TRUE(divergence->other.has_value());
  EXPECT_EQ(divergence->at.line + 2, divergence->other->line);
}

TEST(Groups, MissALaneThatNeverComes) {
  const Outcome outcome = testing::run("groups", "lane_missing", 32);
  const Finding* deadlock = outcome.find(FindingKind::deadlock);
  ASSERT_NE(deadlock, nullptr) << outcome.all_findings();
  EXPECT_EQ(testing::fact_of<NeverComes>(*deadlock).mask, 0xffffu);
  EXPECT_NE(deadlock->at.file.find("groups.cu"), std::string::npos) << deadlock->at.file;
}

}  // namespace
}  // namespace simt
