// Uses the simulator's counts to check whether a correct kernel does what its lab is about.
#pragma once

#include <optional>
#include <string_view>

#include "grader/core/facts/check.h"
#include "grader/core/metrics.h"

namespace gemmlab {

// The size for the counts.
inline constexpr int kMetricsExtent = 128;

// Where a kernel for whole tiles does not work.
inline const Shape kRaggedShape{131, 127, 129, "counted where nothing divides evenly"};

// A size where work outside of C hardly counts: many tile widths divide it.
inline constexpr int kRoomyExtent = 960, kRoomyDepth = 192;

// A depth where work done once per element of C hardly counts.
inline constexpr int kLongDepth = 1024;

// How one kind of evidence is measured. The text for a missed limit is in grader/report/words.
struct Measure {
  Evidence::Kind kind;
  std::string_view check_name;
  double (*value)(const Metrics& metrics);    // at metrics.shape
  bool is_at_least;                           // the limit is a minimum; else a maximum
  Verdict verdict;                            // for a program that misses the limit
  double (*excess)(const LineMetrics& line);  // beyond the minimum cost of the line; null: no line
};
const Measure& measure_of(Evidence::Kind kind);

// The planned check, passed or failed, with the number, the limit and the costliest line.
Check judge_limit(const Evidence& evidence, const Metrics& metrics, Check planned);

// What kernels with these counts cannot have done to compute C; nothing if they can.
std::optional<ComputedElsewhere> not_computed_by_kernels(const Metrics& metrics);

}  // namespace gemmlab
