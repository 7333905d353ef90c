// From wrong values to the likely bug, in words.
#pragma once

#include <string>

#include "grader/core/compare.h"

namespace gemmlab {

// The likely cause of what `comparison` found in c [m, n], as one sentence; empty if no hypothesis
// fits. A hypothesis is only named if it explains every wrong element that was looked at.
std::string diagnose(const Shape& shape,
                     const Operands& operands,
                     const Expected& expected,
                     const float* c,
                     const Comparison& comparison);

}  // namespace gemmlab
