// What the counts of a run's kernels say about who computed C.
#pragma once

#include <optional>

#include "grader/core/facts/fact.h"
#include "grader/core/metrics.h"

namespace gemmlab {

// What kernels with these counts cannot have done to compute C at that shape; nothing if they can.
// A check that examined nothing must not pass.
std::optional<ComputedElsewhere> not_stored_by_kernels(const RunCounts& counts, const Shape& shape);

// The same, also about what they loaded.
std::optional<ComputedElsewhere> not_computed_by_kernels(const Metrics& metrics);

}  // namespace gemmlab
