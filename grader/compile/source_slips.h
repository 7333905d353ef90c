// What explains a compiler's errors better than their own words: a file that is no C++, marks of a
// merge, a character that looks like another, a word of CUDA that is misspelt.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "grader/compile/slip.h"

namespace gemmlab {

// Of a text that does not compile, at these lines.
std::optional<Slip> find_slip(const std::string& source, const std::set<int>& error_lines);

}  // namespace gemmlab
