#include "grader/report/words/metric_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace gemmlab {
namespace {

bool is_one(double value) {
  return value < 1.005;  // shown as 1.00
}

constexpr std::uint64_t kWarp = 32;

// Threads; a whole warp if nothing was launched.
std::uint64_t smallest_block(const Metrics& metrics) {
  std::uint64_t smallest = kWarp;
  for (const LaunchShape& launch : metrics.launches) {
    const auto& [x, y, z] = launch.block;
    smallest = std::min(smallest, std::uint64_t(x) * y * z);
  }
  return smallest;
}

std::string sectors_in_words(double value) {
  const std::string text = fmt::format("Sectors over ideal: {:.2f}. ", value);
  return text + (is_one(value) ? "No sector of global memory is moved in vain."
                               : "Global memory moves this many times the sectors that the bytes "
                                 "asked for would fill.");
}

std::string conflicts_in_words(double value) {
  const std::string text = fmt::format("Conflict degree: {:.2f}. ", value);
  return text + (is_one(value) ? "No bank conflicts."
                               : "Shared memory makes this many passes for each that would do "
                                 "without bank conflicts.");
}

std::string merged_in_words(const AccessCounts& counted, const MergedCounts& merged) {
  const std::string text =
      fmt::format("Shared load instructions: {} requests and {} passes as written.",
                  counted.requests, counted.units);
  if (merged.requests >= counted.requests) {
    return text + " The compiler finds no neighbours to merge into wide loads.";
  }
  return text + fmt::format(
                    " About {} and {} once the compiler has merged neighbours into wide "
                    "loads.",
                    merged.requests, merged.units);
}

}  // namespace

std::vector<Reading> readings(const Metrics& metrics) {
  std::vector<Reading> all;
  if (metrics.global_load.bytes > 0) {
    all.push_back({"reuse", fmt::format("Reuse: {:.1f}. Each float that is moved from or to global "
                                        "memory serves this many operations.",
                                        reuse(metrics))});
  }
  if (sectors_over_ideal(metrics) > 0) {
    all.push_back({"sectors_over_ideal", sectors_in_words(sectors_over_ideal(metrics))});
  }
  if (metrics.shared_load.bytes > 0) {
    all.push_back(
        {"shared_loads_per_fma",
         fmt::format("Shared loads per multiply-add: {:.2f}. This many floats are read from "
                     "shared memory for each. 2: both operands come from there each time; "
                     "what threads outside of C compute counts for nothing.",
                     shared_loads_per_fma(metrics))});
  }
  if (conflict_degree(metrics) > 0) {
    all.push_back({"conflict_degree", conflicts_in_words(conflict_degree(metrics))});
  }
  if (metrics.shared_load.requests > 0) {
    all.push_back({"merged", merged_in_words(metrics.shared_load, metrics.merged_shared_load)});
  }
  if (metrics.global_atomic_bytes > 0) {
    all.push_back({"global_atomic_bytes",
                   fmt::format("Atomics update {} bytes of global memory; the counts leave them "
                               "out.",
                               metrics.global_atomic_bytes)});
  }
  if (const std::uint64_t threads = smallest_block(metrics); threads < kWarp) {
    all.push_back({"block", fmt::format("A block has {} thread{}, and a warp 32 lanes: the others "
                                        "are idle.",
                                        threads, threads == 1 ? "" : "s")});
  }
  if (!metrics.exact) {
    all.push_back({"exact",
                   "The counts are approximate: lanes that took different ways through the code "
                   "were counted together."});
  }
  return all;
}

}  // namespace gemmlab
