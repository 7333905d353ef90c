// What a compiler says of a file that may be why its values are wrong.
#pragma once

#include <vector>

#include "grader/core/facts/check.h"

namespace gemmlab {

// Of uninitialised values, of indices outside an array, and of commas in place of arguments.
std::vector<CompilerWarning> telling_warnings(const std::vector<Diagnostic>& warnings);

// The warning that proves the program wrong; null if none does.
const CompilerWarning* proof_among(const std::vector<CompilerWarning>& warnings);

}  // namespace gemmlab
