// Whether a right kernel does what its lab is about, by the simulator's counts.
#pragma once

#include <optional>
#include <string_view>

#include "grader/core/facts/check.h"
#include "grader/core/metrics.h"

namespace gemmlab {

// Where the counts are taken.
inline constexpr int kMetricsExtent = 128;

// Where what lies outside of C hardly counts: sizes that many tiles divide.
inline constexpr int kRoomyExtent = 960, kRoomyDepth = 192;

// Where what happens once for each element of C hardly counts.
inline constexpr int kLongDepth = 1024;

// How one kind of evidence is measured. The words of a miss are in grader/report/words.
struct Measure {
  Evidence::Kind kind;
  std::string_view check_name;
  double (*value)(const Metrics& metrics);    // shapes are metrics.shape's
  bool is_at_least;                           // the limit is the least value; else the most
  Verdict verdict;                            // of who misses it
  double (*excess)(const LineMetrics& line);  // beyond what the line could cost; null: no line
};
const Measure& measure_of(Evidence::Kind kind);

// The planned check passed or failed, with the number, the limit and the costliest line.
Check judge_limit(const Evidence& evidence, const Metrics& metrics, Check planned);

// What kernels of these counts cannot have done to compute C; nothing if they can.
std::optional<ComputedElsewhere> not_computed_by_kernels(const Metrics& metrics);

}  // namespace gemmlab
