// What a compiler says of a file that may be why its values are wrong.
#pragma once

#include <vector>

#include "grader/core/facts/check.h"

namespace gemmlab {

// Of uninitialised values, of indices outside an array, and of commas in place of arguments.
std::vector<CompilerWarning> telling_warnings(const std::vector<Diagnostic>& warnings);

// Whether it is about a comma in place of arguments, which changes a launch's extents.
bool is_about_comma(const CompilerWarning& warning);

// The warning that proves the program wrong; null if none does.
const CompilerWarning* proof_among(const std::vector<CompilerWarning>& warnings);

}  // namespace gemmlab
