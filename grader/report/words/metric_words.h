// What the numbers of a counted run mean, each in a sentence or two.
#pragma once

#include <string>
#include <vector>

#include "grader/core/metrics.h"

namespace gemmlab {

struct Reading {
  std::string name;  // as the result file has it: "reuse"
  std::string text;
};

// Those that apply: a kernel that leaves shared memory alone has no conflict degree.
std::vector<Reading> readings(const Metrics& metrics);

}  // namespace gemmlab
