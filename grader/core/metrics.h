// What the simulator counted, and what follows from it.
#pragma once

#include "common/facts/counts.h"
#include "grader/core/spec.h"

namespace gemmlab {

// Counted at `shape`.
struct Metrics : RunCounts {
  Shape shape;
  double bytes_per_flop = 0;  // global load and store bytes / 2mnk
};

// Derived from the counts, each in plain words on the lab pages. 0 where there is nothing to
// divide by.
double reuse(const Metrics& metrics);               // uses of each float loaded: 4 / bytes_per_flop
double sectors_over_ideal(const Metrics& metrics);  // touched / what the bytes would fill, packed
double shared_loads_per_fma(const Metrics& metrics);  // floats loaded for each multiply-add
double conflict_degree(const Metrics& metrics);       // passes / passes without bank conflicts

}  // namespace gemmlab
