// C++ without what a compiler does not read.
#pragma once

#include <string>
#include <string_view>

namespace gemmlab {

// The text with comments, blank lines and runs of blanks taken out: equal for files that differ in
// nothing else. String literals are kept as they are.
std::string without_comments(std::string_view source);

}  // namespace gemmlab
