// What to do about an access that costs more than it must, as far as that is certain.
#pragma once

#include <vector>

#include "grader/core/facts/advice.h"
#include "grader/core/metrics.h"
#include "grader/diagnosis/access_pattern.h"

namespace gemmlab {

// On a place of `metrics`: how to spare sectors or passes, and how often its elements are touched.
std::vector<Remark> remarks_on(const AccessPlace& place, const Metrics& metrics);

// What a right kernel wastes: each remark that advises something, once, with all its places.
std::vector<Advice> advice_on(const Metrics& metrics);

}  // namespace gemmlab
