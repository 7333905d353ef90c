// What to do about an access that costs more than it must, as far as that is certain.
#pragma once

#include <string>

#include "grader/core/metrics.h"
#include "grader/diagnosis/access_pattern.h"

namespace gemmlab {

// How to spare sectors or passes: a sentence, or nothing.
std::string spare_units(const AccessPlace& place,
                        const LanePattern& pattern,
                        const Metrics& metrics);

// "Each element is loaded 128 times in all", and what would help: sentences, or nothing.
std::string spare_repetition(const AccessPlace& place,
                             const LanePattern& pattern,
                             const Metrics& metrics);

}  // namespace gemmlab
