// Sentences about the memory accesses of a kernel.
#pragma once

#include <string>
#include <vector>

#include "common/facts/counts.h"
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
