#include "grader/report/words/access_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "grader/core/facts/advice.h"
#include "grader/diagnosis/access_advice.h"
#include "grader/diagnosis/access_pattern.h"
#include "grader/report/words/cause_words.h"
#include "grader/report/words/count.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

using Kind = LanePattern::Kind;

constexpr unsigned kWarp = 32;
constexpr unsigned kSectorBytes = 32;

// In a block.
std::uint64_t threads_in(const LaunchShape& launch) {
  const auto& [x, y, z] = launch.block;
  return std::uint64_t(x) * y * z;
}

// "32 lanes read"; "1 lane writes"
std::string subject(const AccessPlace& place, const LanePattern& pattern) {
  return fmt::format("{} {}{}", counted(pattern.lanes, "lane"), place.is_store ? "write" : "read",
                     pattern.lanes == 1 ? "s" : "");
}

// ", 2 lanes each": if several lanes access the same element.
std::string shared_by(const LanePattern& pattern) {
  return pattern.distinct == pattern.lanes ? ""
         : pattern.each > 1                ? fmt::format(", {} each", counted(pattern.each, "lane"))
                                           : fmt::format(", {} different ones", pattern.distinct);
}

// What the lanes touch: "32 neighbours in one row".
std::string touched(const AccessPlace& place, const LanePattern& pattern) {
  const std::string in_row = pattern.rows == 1 ? " in one row" : "";
  switch (pattern.kind) {
    case Kind::one_element:
      return pattern.lanes == 1 ? "one element" : "the same element";
    case Kind::neighbours:
      return counted(pattern.distinct, "neighbour") + in_row;
    case Kind::row_pieces:
      return fmt::format("{} of {} each", counted(pattern.rows, "row"),
                         counted(pattern.run, "neighbour"));
    case Kind::strided: {
      const bool by_element = place.bytes == place.example.element_bytes;
      const std::string apart =
          by_element ? fmt::format("elements {} apart", pattern.stride)
                     : fmt::format("places {} apart",
                                   counted(pattern.stride * place.example.element_bytes, "byte"));
      return fmt::format("{} {}{}", pattern.distinct, apart,
                         pattern.rows > 1
                             ? fmt::format(", {} in each of {} rows", pattern.run, pattern.rows)
                             : in_row);
    }
    case Kind::column:
      return counted(pattern.distinct, "row") + " of one column";
    default:
      return fmt::format("{}{}", counted(pattern.distinct, "different element"),
                         pattern.rows > 1 ? fmt::format(" in {} rows", pattern.rows) : in_row);
  }
}

// Why sectors are only partly filled: an acceptable reason, or nothing.
std::string unfilled(const AccessPlace& place, const LanePattern& pattern) {
  const bool in_runs = pattern.kind == Kind::neighbours || pattern.kind == Kind::row_pieces;
  if (!in_runs) {
    return "";
  }
  if (!pattern.on_sector_edge) {
    return ", because a piece of a row does not begin at a multiple of 32 bytes";
  }
  const unsigned run_bytes =
      place.bytes * (pattern.kind == Kind::neighbours ? pattern.distinct : pattern.run);
  return run_bytes % kSectorBytes == 0
             ? ""
             : fmt::format(", because {} bytes of a row do not fill whole sectors", run_bytes);
}

std::string global_cost(const AccessPlace& place, const LanePattern& pattern) {
  const WarpExample& example = place.example;
  const std::string sectors = counted(example.units, "sector");
  if (example.units <= 1) {
    return sectors;
  }
  if (example.units <= example.ideal_units) {
    return sectors + ", the minimum";
  }
  // Very few elements, each for many lanes: nothing to improve.
  constexpr unsigned kFew = 4;
  if (pattern.distinct <= kFew && pattern.distinct < pattern.lanes) {
    return sectors + (pattern.kind == Kind::column ? ", one a row" : "");
  }
  return fmt::format("{} instead of {}{}", sectors, example.ideal_units, unfilled(place, pattern));
}

std::string shared_cost(const AccessPlace& place, const LanePattern& pattern) {
  const WarpExample& example = place.example;
  const std::string passes = counted(example.units, "wavefront");
  if (example.units <= example.ideal_units) {
    const bool broadcast = pattern.kind == Kind::one_element && pattern.lanes > 1;
    return (broadcast && !place.is_store ? "a broadcast, " : "") + passes +
           (example.units > 1 ? ", the minimum" : "");
  }
  const std::string words =
      place.bytes <= 4 ? counted(example.units, "word") + " of one bank, " : "";
  return fmt::format("{}{} instead of {}", words, passes, example.ideal_units);
}

// Lanes of the warp that do nothing here, although they have threads.
std::string idle_lanes(const LanePattern& pattern, const Metrics& metrics) {
  const bool small_blocks = std::ranges::any_of(metrics.launches, [&](const LaunchShape& launch) {
    return threads_in(launch) == pattern.lanes;
  });
  return pattern.lanes >= kWarp || small_blocks
             ? ""
             : fmt::format(" Only {} of 32 lanes take{} part.", pattern.lanes,
                           pattern.lanes == 1 ? "s" : "");
}

std::string on_example(const AccessPlace& place, const LanePattern& pattern) {
  const std::string cost =
      place.space == Space::global ? global_cost(place, pattern) : shared_cost(place, pattern);
  const std::string wide = place.bytes > 4 ? fmt::format(", {} bytes a lane", place.bytes) : "";
  const bool says_all = pattern.kind == Kind::one_element || pattern.kind == Kind::irregular;
  const std::string sharing = says_all ? "" : shared_by(pattern);
  const bool is_typical = place.counts.units == place.counts.requests * place.example.units;
  return fmt::format("{}{} {}{}{}: {}.", is_typical ? "" : "In the costliest request, ",
                     subject(place, pattern), touched(place, pattern), sharing, wide, cost);
}

using fmt::arg;

// Threads; a whole warp if nothing was launched.
std::uint64_t smallest_block(const Metrics& metrics) {
  std::uint64_t smallest = kWarp;
  for (const LaunchShape& launch : metrics.launches) {
    smallest = std::min(smallest, threads_in(launch));
  }
  return smallest;
}

}  // namespace

std::string why(const AccessPlace& place, const Metrics& metrics) {
  const LanePattern pattern = pattern_of(place);
  if (pattern.kind == Kind::unknown) {
    return "Only the counts of this access are known.";
  }
  std::string text = on_example(place, pattern) + idle_lanes(pattern, metrics);
  for (const Remark& remark : remarks_on(place, metrics)) {
    text += ' ' + sentence(remark);
  }
  return text;
}

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
  add_if(load.bytes + metrics.shuffles > 0, "shared_loads_per_fma", "-",
         arg("value", shared_loads_per_fma(metrics)));
  add_if(metrics.tensor_products > 0, "tensor_operations_per_shared_byte",
         load.bytes > 0 ? "-" : "none", arg("value", tensor_operations_per_shared_byte(metrics)),
         arg("products", metrics.tensor_products));
  add_if(conflicts > 0, "conflict_degree", row_of(conflicts), arg("value", conflicts));
  const bool merges = merged.requests < load.requests;
  add_if(load.requests > 0, "merged",
         !merges                    ? "none"
         : metrics.unusual_loop > 0 ? "unusual"
                                    : "-",
         arg("line", metrics.unusual_loop), arg("requests", load.requests),
         arg("passes", load.units), arg("merged_requests", merged.requests),
         arg("merged_passes", merged.units));
  add_if(metrics.global_atomic_bytes > 0, "global_atomic_bytes", "-",
         arg("value", metrics.global_atomic_bytes));
  add_if(threads < kWarp, "block", "-", arg("threads", counted(threads, "thread")));
  add_if(!metrics.exact, "exact", "-");
  return all;
}

}  // namespace gemmlab
