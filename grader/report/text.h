// Text on a terminal: how wide it is, and how it is broken into lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grader/core/foreign_text.h"

namespace gemmlab {

// Columns that valid UTF-8 takes on a terminal, one a code point.
int display_width(std::string_view text);

// The first `width` columns of one line; "..." ends what was cut.
std::string clipped(std::string_view line, int width);

// The lines without their newlines; a final newline starts no further line.
std::vector<std::string> split_lines(std::string_view text);

// Every line of the text indented, and broken at blanks where it is longer than `width` columns.
// Continuation lines keep their line's own indentation. Longer words stay whole. Ends with \n.
std::string wrap(std::string_view text, int width, int indent);

// "12.5": at most two decimals, none where there are none.
std::string short_number(double value);

// Left and right on one line if that is no wider than `width`, else right below left, indented by
// four. Ends with \n.
std::string beside(std::string_view left, std::string_view right, int width);

}  // namespace gemmlab
