// What an access wastes, and how to avoid it.
#pragma once

#include <vector>

#include "common/facts/counts.h"
#include "grader/core/facts/advice.h"
#include "grader/core/metrics.h"

namespace gemmlab {

// For a place of `metrics`: how to avoid sectors or passes, and how often its elements are
// accessed.
std::vector<Remark> remarks_on(const AccessPlace& place, const Metrics& metrics);

// What a correct kernel wastes: each remark with advice appears once, with all its places.
std::vector<Advice> advice_on(const Metrics& metrics);

}  // namespace gemmlab
