#include <gtest/gtest.h>

#include "grader/core/metrics.h"
#include "grader/report/words/access_words.h"

namespace gemmlab {
namespace {

Metrics tiled() {
  Metrics metrics;
  metrics.shape = {128, 128, 128, ""};
  metrics.launches = {{{4, 4, 1}, {32, 32, 1}, 8192}};
  metrics.global_load = {4096, 16384, 16384, 524288};
  metrics.global_store = {512, 2048, 2048, 65536};
  metrics.shared_load = {131072, 131072, 131072, 16777216};
  metrics.shared_store = {4096, 4096, 4096, 524288};
  metrics.merged_shared_load = {81920, 98304};
  metrics.bytes_per_flop = 0.140625;
  return metrics;
}

std::string named(const Metrics& metrics, const std::string& name) {
  for (const Reading& reading : readings(metrics)) {
    if (reading.name == name) {
      return reading.text;
    }
  }
  return "none";
}

TEST(Readings, SayWhatEachNumberMeans) {
  const Metrics metrics = tiled();
  EXPECT_EQ(
      named(metrics, "reuse"),
      "Reuse: 28.4. Each float moved from or to global memory is used for this many operations.");
  EXPECT_EQ(named(metrics, "sectors_over_ideal"),
            "Sectors over ideal: 1.00. No sector of global memory is wasted.");
  EXPECT_EQ(named(metrics, "shared_loads_per_fma"),
            "Shared loads per multiply-add: 2.00. Each multiply-add reads this many floats from "
            "shared memory, or from other threads by shuffles. 2: both operands come from there "
            "each time. The work of threads outside of C is not counted.");
  EXPECT_EQ(named(metrics, "conflict_degree"), "Conflict degree: 1.00. No bank conflicts.");
  EXPECT_EQ(named(metrics, "merged"),
            "Shared load instructions: 131072 requests and 131072 wavefronts as written. 81920 and "
            "98304 after the compiler merges neighbours into wide loads.");
  EXPECT_EQ(named(metrics, "exact"), "none");
  EXPECT_EQ(named(metrics, "block"), "none");
}

TEST(Readings, SayWhenNumbersAreBad) {
  Metrics metrics = tiled();
  metrics.global_load.units *= 4;
  metrics.shared_load.units *= 32;
  EXPECT_TRUE(
      named(metrics, "sectors_over_ideal").ends_with("that the requested bytes would fill."));
  EXPECT_TRUE(named(metrics, "conflict_degree").ends_with("would need without bank conflicts."));
}

TEST(Readings, LeaveOutWhatAKernelDoesNotUse) {
  Metrics metrics = tiled();
  metrics.shared_load = metrics.shared_store = {};
  for (const char* name : {"shared_loads_per_fma", "conflict_degree", "merged"}) {
    EXPECT_EQ(named(metrics, name), "none") << name;
  }
  EXPECT_TRUE(readings(Metrics()).empty());
}

TEST(Readings, TellOfWhatTheCountsMiss) {
  Metrics metrics = tiled();
  metrics.exact = false;
  metrics.global_atomic_bytes = 64;
  metrics.launches[0].block = {4, 4, 1};
  metrics.merged_shared_load = {131072, 131072};
  EXPECT_TRUE(named(metrics, "exact").starts_with("The counts are approximate"));
  EXPECT_TRUE(named(metrics, "global_atomic_bytes").starts_with("Atomics update 64 bytes"));
  EXPECT_TRUE(
      named(metrics, "block").starts_with("A block has 16 threads, and a warp has 32 lanes"));
  EXPECT_TRUE(named(metrics, "merged").ends_with("finds no neighbours to merge into wide loads."));
  metrics.merged_shared_load = {81920, 98304};
  metrics.unusual_loop = 12;
  const std::string unsure = named(metrics, "merged");
  EXPECT_NE(unsure.find("is not foretold, because the loop in line 12"), unsure.npos) << unsure;
  EXPECT_EQ(unsure.find("81920"), unsure.npos) << unsure;
}

}  // namespace
}  // namespace gemmlab
