// What is measured of a kernel for each kind of evidence.
#pragma once

#include <string_view>

#include "grader/core/metrics.h"
#include "grader/core/verdict.h"

namespace gemmlab {

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

// Of all launches of the kind that loads the most: whoever computes C must read A and B.
double computing_threads(const Metrics& metrics);

// Whether the compiler makes fewer wavefronts of the shared loads, as far as that is known.
bool are_merged(const Metrics& metrics);

}  // namespace gemmlab
