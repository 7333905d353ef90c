// What a run of a right program counted.
#pragma once

#include "grader/core/metrics.h"
#include "grader/judge/values/trial.h"

namespace gemmlab {

// The counts of a run at this shape, with derived values.
Metrics metrics_of(const Trial& trial, const Shape& shape);

}  // namespace gemmlab
