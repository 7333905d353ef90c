// C++ without the parts that a compiler ignores.
#pragma once

#include <string>
#include <string_view>

namespace gemmlab {

// The text without comments, blank lines and repeated blanks: equal for files that differ only in
// these. String literals are kept.
std::string without_comments(std::string_view source);

}  // namespace gemmlab
