// The sentences of a failing check.
#pragma once

#include <string>

#include "grader/core/compare.h"
#include "grader/protocol/messages.h"

namespace gemmlab {

// "33 x 50 x 17 (m x n x k: ...)".
std::string describe(const Shape& shape);

// What is wrong with the values of one run, element by element, then the likely cause if there is
// one, then the map of tiles.
std::string describe(const Shape& shape,
                     InputKind kind,
                     const Comparison& comparison,
                     const std::string& cause);

}  // namespace gemmlab
