// The compiler's warnings, as far as they may tell why values are wrong.
#pragma once

#include <string>
#include <vector>

#include "grader/core/facts/check.h"

namespace gemmlab {

// Of a compile's: values nobody set, and indices outside an array.
std::vector<CompilerWarning> telling_warnings(const std::vector<Diagnostic>& warnings);

}  // namespace gemmlab
