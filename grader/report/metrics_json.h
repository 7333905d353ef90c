// The counts of a result file.
#pragma once

#include "common/facts/json.h"

#include "grader/core/metrics.h"

namespace gemmlab {

Json metrics_json(const Metrics& metrics);

}  // namespace gemmlab
