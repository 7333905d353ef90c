#include "grader/report/words/metric_words.h"

#include <algorithm>

#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

using fmt::arg;

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

}  // namespace

std::vector<Reading> readings(const Metrics& metrics) {
  std::vector<Reading> all;
  const auto add_if = [&](bool applies, const char* name, const char* row, auto... arguments) {
    if (applies) {
      all.push_back({name, filled(name, row, arguments...)});
    }
  };
  const auto row_of = [](double value) { return value < 1.005 ? "ideal" : "-"; };  // shown as 1.00
  const double sectors = sectors_over_ideal(metrics), conflicts = conflict_degree(metrics);
  const AccessCounts& load = metrics.shared_load;
  const MergedCounts& merged = metrics.merged_shared_load;
  const std::uint64_t threads = smallest_block(metrics);
  add_if(metrics.global_load.bytes > 0, "reuse", "-", arg("value", reuse(metrics)));
  add_if(sectors > 0, "sectors_over_ideal", row_of(sectors), arg("value", sectors));
  add_if(load.bytes > 0, "shared_loads_per_fma", "-", arg("value", shared_loads_per_fma(metrics)));
  add_if(conflicts > 0, "conflict_degree", row_of(conflicts), arg("value", conflicts));
  add_if(load.requests > 0, "merged", merged.requests >= load.requests ? "none" : "-",
         arg("requests", load.requests), arg("passes", load.units),
         arg("merged_requests", merged.requests), arg("merged_passes", merged.units));
  add_if(metrics.global_atomic_bytes > 0, "global_atomic_bytes", "-",
         arg("value", metrics.global_atomic_bytes));
  add_if(threads < kWarp, "block", "-",
         arg("threads", fmt::format("{} thread{}", threads, threads == 1 ? "" : "s")));
  add_if(!metrics.exact, "exact", "-");
  return all;
}

}  // namespace gemmlab
