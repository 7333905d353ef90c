// Requests of lanes that diverge, counted by hand.
#include <string>

#include "common/facts/counts.h"
#include "common/facts/run_report.h"
#include "common/simt/engine/run_options.h"
#include "common/simt/tests/harness.h"

namespace simt {
namespace {

RunCounts counts_of(const char* name, const char* module = "divergence") {
  const testing::Outcome outcome = testing::run(module, name, 64);
  EXPECT_TRUE(outcome.report.findings.empty()) << name << ": " << outcome.all_findings();
  return outcome.report.counts;
}

TEST(Divergence, AConditionInALoopIsOneRequestAnIteration) {
  const RunCounts counts = counts_of("condition_in_a_loop");
  EXPECT_EQ(counts.global_load.requests, 8u + 8u);
  EXPECT_EQ(counts.global_load.units, 16u * 4);
  EXPECT_EQ(counts.global_load.bytes, 8u * (32 + 16) * 4);
  EXPECT_EQ(counts.global_load.ideal_units, 8u * (4 + 2));
  EXPECT_EQ(counts.global_store.requests, 1u);
}

TEST(Divergence, UnequalTripCountsMeetInEachIteration) {
  const RunCounts counts = counts_of("unequal_trip_counts");
  EXPECT_EQ(counts.global_load.requests, 4u);
  EXPECT_EQ(counts.global_load.bytes, 4u * (32 + 24 + 16 + 8));
  EXPECT_EQ(counts.global_store.requests, 1u);
}

TEST(Divergence, TwoBranchesAreTwoRequests) {
  const RunCounts counts = counts_of("two_branches");
  EXPECT_EQ(counts.global_load.requests, 2u);
  EXPECT_EQ(counts.global_load.units, 8u);
  EXPECT_EQ(counts.global_store.requests, 1u);
}

TEST(Divergence, RoundsThatLanesLeaveOutAreNotMadeUpFor) {
  const RunCounts last =
      testing::run("divergence", "condition_at_the_end_of_a_loop", 64).report.counts;
  EXPECT_EQ(last.global_load.requests, 8u + 8u);
  EXPECT_EQ(last.global_load.units, 16u * 4);
  EXPECT_TRUE(last.exact);
  const RunCounts left_out = testing::run("divergence", "rounds_left_out", 64).report.counts;
  EXPECT_EQ(left_out.global_store.requests, 6u);
  EXPECT_EQ(left_out.global_store.bytes, 6u * 24 * 4);
  EXPECT_TRUE(left_out.exact);
}

TEST(Divergence, RoundsAreThoseOfTheInnermostLoopFirst) {
  const RunCounts metrics = testing::run("divergence", "nested_rounds", 64).report.counts;
  EXPECT_EQ(metrics.global_store.requests, 3u * 4 + 1);
  EXPECT_EQ(metrics.global_load.requests, 2u);  // after the loops, all lanes together
  EXPECT_EQ(metrics.global_load.bytes, 2u * 32 * 4);
  EXPECT_TRUE(metrics.exact);
}

TEST(Divergence, OfLoopsThatEndNeverIsEnded) {
  Options options;
  options.access_budget = 100000;
  const RunReport report = testing::run("divergence", "rounds_without_end", 64, options).report;
  EXPECT_TRUE(report.out_of_time.has_value());
}

TEST(Divergence, LanesThatLoadFirstStoreWithTheOthers) {
  for (const char* kernel : {"conditional_load", "conditional_load_over_lines"}) {
    SCOPED_TRACE(kernel);
    const RunCounts counts = counts_of(kernel);
    const bool two_matrices = std::string(kernel).ends_with("lines");
    EXPECT_EQ(counts.global_load.requests, two_matrices ? 4u : 2u);
    EXPECT_EQ(counts.shared_store.requests, 2u);
    EXPECT_TRUE(testing::run("divergence", kernel, 64).report.counts.exact);
  }
}

TEST(Divergence, LanesThatReturnedDoNotCount) {
  const RunCounts counts = counts_of("early_return");
  EXPECT_EQ(counts.global_load.requests, 1u);
  EXPECT_EQ(counts.global_load.units, 2u);
  EXPECT_EQ(counts.global_store.bytes, 64u);
}

TEST(Divergence, IsFollowedThroughFullLogs) {
  const RunCounts counts = counts_of("longer_than_the_log");
  EXPECT_EQ(counts.global_load.requests, 2000u);
  EXPECT_EQ(counts.global_load.bytes, 4u * (1000 * 32 + 1000 * 16));
  EXPECT_EQ(counts.global_store.requests, 1u);
}

TEST(Divergence, APartialWarpIsARequestToo) {
  const RunCounts counts = counts_of("partial_warp");
  EXPECT_EQ(counts.global_load.requests, 2u);
  EXPECT_EQ(counts.global_load.units, 4u + 3u);
}

TEST(Divergence, OfARaggedTileKernelIsExact) {
  const RunCounts counts = counts_of("ragged", "ladder");
  EXPECT_EQ(counts.global_load.requests, 429u);
  EXPECT_EQ(counts.global_load.units, 1659u);
}

TEST(Divergence, ThatMayBeMiscountedIsMarked) {
  EXPECT_TRUE(testing::run("divergence", "two_branches", 64).report.counts.exact);
  EXPECT_FALSE(testing::run("divergence", "unequal_trip_counts", 64).report.counts.exact);
}

TEST(Sectors, OfAStridedStoreAreOneALane) {
  const RunCounts counts = counts_of("strided_store");
  EXPECT_EQ(counts.global_store.units, 32u);
  EXPECT_EQ(counts.global_store.ideal_units, 4u);
}

TEST(BankConflicts, AreCountedInWavefronts) {
  EXPECT_EQ(counts_of("bank_conflicts").shared_load.units, 32u);
  EXPECT_EQ(counts_of("bank_conflicts").shared_load.ideal_units, 1u);
  EXPECT_EQ(counts_of("no_bank_conflicts").shared_load.units, 1u);
}

}  // namespace
}  // namespace simt
