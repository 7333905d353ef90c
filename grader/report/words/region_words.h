// Parts of C in words.
#pragma once

#include <string>

#include "grader/core/facts/cause_parts.h"

namespace gemmlab {

// "rows 32 to 39", "rows 8 to 31 of every 32", "every row"; one row: "row 39".
std::string words(const Stripes& stripes, const std::string& noun);

// "Rows 32 to 39 and columns 48 to 49", with `joint` between the two.
std::string named(const Region& region, const std::string& joint);

// "Row 39 was never written: ", "Rows 32 to 39 are wrong, the rest is right: "
std::string was_never_written(const Region& region);
std::string is_wrong(const Region& region);

// With a large first letter.
std::string capitalised(std::string text);

}  // namespace gemmlab
