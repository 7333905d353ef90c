// Each race of races.cu is found at its line, with any order of threads, and its right kernels have
// none.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "common/facts/finding.h"
#include "common/simt/engine/run_options.h"
#include "common/simt/tests/harness.h"

namespace simt {
namespace {

testing::Outcome run(const std::string& name, std::uint64_t seed) {
  Options options;
  options.seed = seed;
  return testing::run("races", name.c_str(), 33, options);
}

class Races : public ::testing::TestWithParam<const char*> {};
class NoRaces : public ::testing::TestWithParam<const char*> {};

TEST_P(Races, AreFoundWithAnyOrderOfThreads) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const testing::Outcome outcome = run(GetParam(), seed);
    ASSERT_NE(outcome.find(FindingKind::race), nullptr)
        << "seed " << seed << ": " << outcome.all_findings();
  }
}

TEST_P(NoRaces, AreThereWithAnyOrderOfThreads) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const testing::Outcome outcome = run(GetParam(), seed);
    ASSERT_EQ(outcome.find(FindingKind::race), nullptr)
        << "seed " << seed << ": " << outcome.all_findings();
    ASSERT_EQ(outcome.find(FindingKind::uninitialised_read), nullptr) << outcome.all_findings();
  }
}

std::string name_of(const ::testing::TestParamInfo<const char*>& info) {
  return info.param;
}

INSTANTIATE_TEST_SUITE_P(
    all, Races,
    ::testing::Values(
        "race_read_after_store_and_atomic", "race_store_after_store_and_atomic",
        "race_read_of_sum_without_barrier", "race_atomic_beside_store",
        "race_read_of_a_neighbours_byte", "race_read_of_a_neighbours_byte_in_global_memory",
        "race_two_stores_of_a_half", "race_half_of_a_word", "race_half_of_a_word_in_global_memory",
        "race_word_of_others_bytes", "race_byte_stored_after_word_was_read",
        "race_word_of_anothers_copy", "race_copy_over_a_word_that_was_read",
        "race_wide_store_over_bytes", "race_atomic_on_bytes", "race_bytes_of_two_blocks",
        "race_same_value_then_another", "race_same_value_then_another_in_global_memory",
        "race_same_value_then_atomic", "race_ldg_of_what_the_block_stored"),
    name_of);
INSTANTIATE_TEST_SUITE_P(
    all, NoRaces,
    ::testing::Values("right_sum_in_shared_memory", "right_sum_in_global_memory",
                      "right_sum_of_a_warp", "right_histogram", "right_thread_of_its_own",
                      "right_queue", "right_swaps_after_a_store",
                      "right_volatile_read_after_barrier", "right_copies_by_bytes_in_phases",
                      "right_tile_of_bytes", "right_bytes_of_its_own", "right_halves_of_its_own",
                      "right_bytes_become_words", "right_own_word_in_parts",
                      "right_bytes_in_phases", "right_flag_of_a_byte", "right_bytes_of_a_warp",
                      "right_struct_with_a_gap", "right_atomic_after_bytes",
                      "right_blocks_share_a_word", "right_all_store_the_same",
                      "right_all_store_the_same_twice", "right_warp_stores_the_same",
                      "right_last_lane_reads_what_all_stored",
                      "right_ldg_of_what_another_launch_stored", "right_ldg_before_the_store"),
    name_of);

}  // namespace
}  // namespace simt
