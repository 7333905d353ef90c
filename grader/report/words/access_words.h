// What accesses cost, and what the numbers of a counted run mean, in words: "32 lanes read 32 rows
// of one column: 32 sectors where 4 would do. Let threadIdx.x run along the row."
#pragma once

#include <string>
#include <vector>

#include "grader/core/metrics.h"

namespace gemmlab {

// One or more sentences on a place of `metrics`; never empty. Advice is given only where it is
// certain.
std::string why(const AccessPlace& place, const Metrics& metrics);

struct Reading {
  std::string name;  // as the result file has it: "reuse"
  std::string text;
};

// Those that apply: a kernel that leaves shared memory alone has no conflict degree.
std::vector<Reading> readings(const Metrics& metrics);

}  // namespace gemmlab
