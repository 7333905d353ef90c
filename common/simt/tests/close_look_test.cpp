// What close counting adds: places with examples, and the prediction of the compiler's merging.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "common/facts/counts.h"
#include "common/simt/engine/run_options.h"
#include "common/simt/tests/harness.h"

namespace simt {
namespace {

using testing::Outcome;

RunCounts looked_at(const char* kernel) {
  Options options;
  options.look = Look::closely;
  return testing::run("ladder", kernel, 128, options).report.counts;
}

const AccessPlace* place_of(const RunCounts& metrics, const std::string& variable, bool store) {
  for (const LineMetrics& line : metrics.lines) {
    for (const AccessPlace& place : line.places) {
      if (place.example.variable == variable && place.is_store == store) {
        return &place;
      }
    }
  }
  return nullptr;
}

TEST(CloseLook, ChangesNoCount) {
  for (const char* kernel : {"naive16", "tiled32", "joint64", "registers128"}) {
    const RunCounts quick = testing::run("ladder", kernel, 128).report.counts;
    const RunCounts close = looked_at(kernel);
    EXPECT_EQ(quick.global_load.units, close.global_load.units) << kernel;
    EXPECT_EQ(quick.global_load.ideal_units, close.global_load.ideal_units) << kernel;
    EXPECT_EQ(quick.global_store.requests, close.global_store.requests) << kernel;
    EXPECT_EQ(quick.shared_load.requests, close.shared_load.requests) << kernel;
    EXPECT_EQ(quick.shared_load.units, close.shared_load.units) << kernel;
    EXPECT_EQ(quick.shared_store.units, close.shared_store.units) << kernel;
  }
}

TEST(CloseLook, IsOnlyTakenIfAskedFor) {
  const RunCounts metrics = testing::run("ladder", "tiled16", 128).report.counts;
  EXPECT_EQ(metrics.merged_shared_load.requests, 0u);
  EXPECT_TRUE(std::all_of(metrics.lines.begin(), metrics.lines.end(),
                          [](const LineMetrics& line) { return line.places.empty(); }));
}

TEST(CloseLook, GivesAnExampleOfEachPlace) {
  const RunCounts metrics = looked_at("tiled16");
  const AccessPlace* load = place_of(metrics, "a", false);
  ASSERT_NE(load, nullptr);
  EXPECT_EQ(load->counts.requests, 4096u);
  EXPECT_EQ(load->bytes, 4u);
  const WarpExample& example = load->example;
  EXPECT_EQ(example.extents, (std::vector<std::int64_t>{128, 128}));
  EXPECT_EQ(example.units, 4u);
  ASSERT_EQ(example.offsets.size(), 32u);
  EXPECT_EQ(example.offsets[1] - example.offsets[0], 4);
  EXPECT_EQ(example.offsets[16] - example.offsets[0], 128 * 4);  // the tile's next row
}

TEST(CloseLook, NamesSharedVariablesAndTheirExtents) {
  const RunCounts metrics = looked_at("tiled16");
  const AccessPlace* store = place_of(metrics, "b_tile", true);
  ASSERT_NE(store, nullptr);
  EXPECT_EQ(store->space, Space::shared);
  EXPECT_EQ(store->example.extents, (std::vector<std::int64_t>{16, 16}));
  EXPECT_EQ(store->counts.requests, 4096u);
}

TEST(CloseLook, KeepsTheCostliestExample) {
  const RunCounts metrics = looked_at("transposed16");
  const AccessPlace* load = place_of(metrics, "a", false);
  ASSERT_NE(load, nullptr);
  EXPECT_EQ(load->example.units, 16u);
  EXPECT_EQ(load->example.ideal_units, 2u);
}

TEST(CloseLook, ForetellsWhatTheCompilerMerges) {
  struct Nsight {
    const char* kernel;
    std::uint64_t instructions, wavefronts;
  };
  // Shared load instructions and wavefronts that Nsight Compute counted on an H200, n = 128.
  constexpr Nsight kCounted[] = {
      {"tiled16", 81920, 98304}, {"tiled32", 81920, 98304}, {"bounded32", 81920, 98304}};
  for (const Nsight& counted : kCounted) {
    const MergedCounts merged = looked_at(counted.kernel).merged_shared_load;
    EXPECT_EQ(merged.requests, counted.instructions) << counted.kernel;
    EXPECT_EQ(merged.units, counted.wavefronts) << counted.kernel;
  }
}

TEST(CloseLook, IsTheSameUnderEverySchedule) {
  Options options;
  options.look = Look::closely;
  options.seed = 11;
  const RunCounts one = looked_at("tiled16");
  const RunCounts two = testing::run("ladder", "tiled16", 128, options).report.counts;
  EXPECT_EQ(one.merged_shared_load.requests, two.merged_shared_load.requests);
  EXPECT_EQ(one.merged_shared_load.units, two.merged_shared_load.units);
  EXPECT_EQ(place_of(one, "a", false)->counts.requests, place_of(two, "a", false)->counts.requests);
}

}  // namespace
}  // namespace simt
