// The counts of a result file.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "grader/core/metrics.h"

namespace gemmlab {

nlohmann::ordered_json metrics_json(const Metrics& metrics);

}  // namespace gemmlab
