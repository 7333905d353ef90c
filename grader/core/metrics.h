// What the simulator counted, and values derived from it.
#pragma once

#include "common/facts/counts.h"
#include "grader/core/spec.h"

namespace gemmlab {

// Counted at `shape`.
struct Metrics : RunCounts {
  Shape shape;
  double bytes_per_flop = 0;  // global load and store bytes / 2mnk
};

// Derived from the counts; the lab pages explain each in plain words. 0 instead of a division by 0.
double reuse(const Metrics& metrics);               // uses of each float loaded: 4 / bytes_per_flop
double sectors_over_ideal(const Metrics& metrics);  // touched / minimum for these bytes if packed
// Floats loaded per multiply-add. A shuffle takes the same path as a load.
double shared_loads_per_fma(const Metrics& metrics);
double conflict_degree(const Metrics& metrics);  // passes / passes without bank conflicts

}  // namespace gemmlab
