#include "grader/diagnosis/access_advice.h"

#include <gtest/gtest.h>

#include "grader/diagnosis/sample_access.h"

namespace gemmlab {
namespace {

using testing::place_of;
using testing::run_with;

std::pair<int, int> down(int lane) {
  return {lane, 0};
}

std::pair<int, int> along(int lane) {
  return {0, lane};
}

std::string spare(const AccessPlace& place, const Metrics& metrics) {
  return spare_units(place, pattern_of(place), metrics);
}

std::string repeated(const AccessPlace& place, const Metrics& metrics) {
  return spare_repetition(place, pattern_of(place), metrics);
}

// A load or store of a 128 x 128 matrix that touches each element `times` times.
AccessPlace matrix(const std::string& name, bool is_store, std::uint64_t times) {
  AccessPlace place = place_of(name, Space::global, is_store, 128, 128, along);
  place.counts.bytes = times * 128 * 128 * 4;
  return place;
}

const AccessPlace kColumn = place_of("a_tile", Space::shared, false, 32, 32, down);

TEST(Padding, is_advised_where_it_frees_the_tile_of_conflicts) {
  EXPECT_EQ(spare(kColumn, run_with({kColumn})), " Pad each row by one float (a_tile[32][33]).");
}

TEST(Padding, is_not_advised_where_wide_accesses_would_lose_their_alignment) {
  AccessPlace wide = place_of("a_tile", Space::shared, false, 32, 32, along, 8);
  wide.bytes = 16;
  EXPECT_EQ(spare(kColumn, run_with({kColumn, wide})), "");
}

TEST(Padding, is_not_advised_where_there_is_no_room) {
  Metrics metrics = run_with({kColumn});
  metrics.launches[0].shared_bytes = 48 * 1024;
  EXPECT_EQ(spare(kColumn, metrics), "");
}

TEST(Padding, is_not_advised_where_the_tile_as_a_whole_would_lose) {
  const AccessPlace column =
      place_of("t", Space::shared, true, 32, 16, [](int lane) { return std::pair(lane % 16, 0); });
  AccessPlace rows = place_of("t", Space::shared, false, 32, 16,
                              [](int lane) { return std::pair(lane / 16, lane % 16); });
  EXPECT_NE(spare(column, run_with({column, rows})), "");
  rows.counts.requests = 1000;
  EXPECT_EQ(spare(column, run_with({column, rows})), "");
}

TEST(Padding, comes_second_where_global_memory_is_walked_the_wrong_way_too) {
  const AccessPlace global = place_of("a", Space::global, false, 128, 128, down);
  EXPECT_EQ(spare(kColumn, run_with({kColumn, global})),
            " Let threadIdx.x run along the row, or pad each row by one float (a_tile[32][33]).");
}

TEST(Strides, that_the_compiler_may_merge_get_no_advice) {
  const AccessPlace place =
      place_of("t", Space::shared, false, 16, 128, [](int lane) { return std::pair(0, 4 * lane); });
  Metrics metrics = run_with({place});
  metrics.shared_load.units = 4096;
  metrics.merged_shared_load.units = 1024;
  EXPECT_EQ(spare(place, metrics),
            " The compiler may merge what a lane takes side by side into wide accesses without "
            "conflicts.");
}

TEST(Repetition, wants_a_tile_where_a_block_loads_an_element_often) {
  const AccessPlace a = matrix("a", false, 128), b = matrix("b", false, 128);
  EXPECT_EQ(repeated(a, run_with({a, b})),
            " Each element is loaded 128 times in all: a tile in shared memory would let a block "
            "load it once.");
}

TEST(Repetition, is_told_without_advice_where_tiles_are_used) {
  const AccessPlace a = matrix("a", false, 2), b = matrix("b", false, 4);
  Metrics metrics = run_with({a, b});
  metrics.shared_store.requests = 1;
  EXPECT_EQ(repeated(a, metrics), " Each element is loaded twice in all.");
  EXPECT_EQ(repeated(b, metrics), " Each element is loaded 4 times in all.");
}

TEST(Repetition, is_told_without_advice_where_each_block_may_load_an_element_once) {
  const AccessPlace a = matrix("a", false, 8), b = matrix("b", false, 8);
  EXPECT_EQ(repeated(a, run_with({a, b})), " Each element is loaded 8 times in all.");
}

TEST(Repetition, is_not_told_where_one_place_may_stand_for_both_operands) {
  const AccessPlace a = matrix("a", false, 128);
  EXPECT_EQ(repeated(a, run_with({a})), "");
}

TEST(Repetition, of_other_memory_is_not_told) {
  const AccessPlace a = matrix("a", false, 1), b = matrix("b", false, 1);
  const AccessPlace sums = matrix("c", false, 128);
  EXPECT_EQ(repeated(sums, run_with({a, b, sums})), "");
  EXPECT_EQ(repeated(a, run_with({a, b, sums})), "");
}

TEST(Repetition, of_stores_wants_a_register_where_every_product_is_stored) {
  const AccessPlace every = matrix("c", true, 128), phases = matrix("c", true, 4);
  EXPECT_EQ(repeated(every, run_with({every})),
            " Each element is written 128 times in all: keep the sum in a register, and store it "
            "once.");
  EXPECT_EQ(repeated(phases, run_with({phases})), "");
}

}  // namespace
}  // namespace gemmlab
