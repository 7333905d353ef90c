// Describes in words what accesses cost, and what the numbers of a counted run mean: "32 lanes read
// 32 rows of one column: 32 sectors where 4 would do. Let threadIdx.x run along the row."
#pragma once

#include <string>
#include <vector>

#include "grader/core/metrics.h"

namespace gemmlab {

// One or more sentences about a place of `metrics`; never empty. Gives advice only if it is
// certain.
std::string why(const AccessPlace& place, const Metrics& metrics);

struct Reading {
  std::string name;  // the name in the result file: "reuse"
  std::string text;
};

// The ones that apply: a kernel that does not use shared memory has no conflict degree.
std::vector<Reading> readings(const Metrics& metrics);

}  // namespace gemmlab
