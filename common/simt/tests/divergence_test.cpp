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

TEST(Divergence, a_condition_in_a_loop_is_one_request_an_iteration) {
  const RunCounts counts = counts_of("condition_in_a_loop");
  EXPECT_EQ(counts.global_load.requests, 8u + 8u);
  EXPECT_EQ(counts.global_load.units, 16u * 4);
  EXPECT_EQ(counts.global_load.bytes, 8u * (32 + 16) * 4);
  EXPECT_EQ(counts.global_load.ideal_units, 8u * (4 + 2));
  EXPECT_EQ(counts.global_store.requests, 1u);
}

TEST(Divergence, unequal_trip_counts_meet_in_each_iteration) {
  const RunCounts counts = counts_of("unequal_trip_counts");
  EXPECT_EQ(counts.global_load.requests, 4u);
  EXPECT_EQ(counts.global_load.bytes, 4u * (32 + 24 + 16 + 8));
  EXPECT_EQ(counts.global_store.requests, 1u);
}

TEST(Divergence, two_branches_are_two_requests) {
  const RunCounts counts = counts_of("two_branches");
  EXPECT_EQ(counts.global_load.requests, 2u);
  EXPECT_EQ(counts.global_load.units, 8u);
  EXPECT_EQ(counts.global_store.requests, 1u);
}

TEST(Divergence, rounds_that_lanes_leave_out_are_not_made_up_for) {
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

TEST(Divergence, rounds_are_those_of_the_innermost_loop_first) {
  const RunCounts metrics = testing::run("divergence", "nested_rounds", 64).report.counts;
  EXPECT_EQ(metrics.global_store.requests, 3u * 4 + 1);
  EXPECT_EQ(metrics.global_load.requests, 2u);  // after the loops, all lanes together
  EXPECT_EQ(metrics.global_load.bytes, 2u * 32 * 4);
  EXPECT_TRUE(metrics.exact);
}

TEST(Divergence, of_loops_that_end_never_is_ended) {
  Options options;
  options.access_budget = 100000;
  const RunReport report = testing::run("divergence", "rounds_without_end", 64, options).report;
  EXPECT_TRUE(report.out_of_time.has_value());
}

TEST(Divergence, lanes_that_load_first_store_with_the_others) {
  for (const char* kernel : {"conditional_load", "conditional_load_over_lines"}) {
    SCOPED_TRACE(kernel);
    const RunCounts counts = counts_of(kernel);
    const bool two_matrices = std::string(kernel).ends_with("lines");
    EXPECT_EQ(counts.global_load.requests, two_matrices ? 4u : 2u);
    EXPECT_EQ(counts.shared_store.requests, 2u);
    EXPECT_TRUE(testing::run("divergence", kernel, 64).report.counts.exact);
  }
}

TEST(Divergence, lanes_that_returned_do_not_count) {
  const RunCounts counts = counts_of("early_return");
  EXPECT_EQ(counts.global_load.requests, 1u);
  EXPECT_EQ(counts.global_load.units, 2u);
  EXPECT_EQ(counts.global_store.bytes, 64u);
}

TEST(Divergence, is_followed_through_full_logs) {
  const RunCounts counts = counts_of("longer_than_the_log");
  EXPECT_EQ(counts.global_load.requests, 2000u);
  EXPECT_EQ(counts.global_load.bytes, 4u * (1000 * 32 + 1000 * 16));
  EXPECT_EQ(counts.global_store.requests, 1u);
}

TEST(Divergence, a_partial_warp_is_a_request_too) {
  const RunCounts counts = counts_of("partial_warp");
  EXPECT_EQ(counts.global_load.requests, 2u);
  EXPECT_EQ(counts.global_load.units, 4u + 3u);
}

TEST(Divergence, of_a_ragged_tile_kernel_is_exact) {
  const RunCounts counts = counts_of("ragged", "ladder");
  EXPECT_EQ(counts.global_load.requests, 429u);
  EXPECT_EQ(counts.global_load.units, 1659u);
}

TEST(Divergence, that_may_be_miscounted_is_marked) {
  EXPECT_TRUE(testing::run("divergence", "two_branches", 64).report.counts.exact);
  EXPECT_FALSE(testing::run("divergence", "unequal_trip_counts", 64).report.counts.exact);
}

TEST(Sectors, of_a_strided_store_are_one_a_lane) {
  const RunCounts counts = counts_of("strided_store");
  EXPECT_EQ(counts.global_store.units, 32u);
  EXPECT_EQ(counts.global_store.ideal_units, 4u);
}

TEST(BankConflicts, are_counted_in_wavefronts) {
  EXPECT_EQ(counts_of("bank_conflicts").shared_load.units, 32u);
  EXPECT_EQ(counts_of("bank_conflicts").shared_load.ideal_units, 1u);
  EXPECT_EQ(counts_of("no_bank_conflicts").shared_load.units, 1u);
}

}  // namespace
}  // namespace simt
