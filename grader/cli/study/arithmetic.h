// Arithmetic as people type it into an answer: "8.5", "1/4", "2^5", "16 * 2 * 128/8", "8 1/2".
#pragma once

#include <optional>
#include <string_view>

namespace gemmlab {

// The value of + - * / ^ and parentheses over decimals with a point; "x" between numbers is "*",
// and a whole number before a fraction is added to it. Empty if it is anything else, or has no
// value.
std::optional<double> calculated(std::string_view text);

}  // namespace gemmlab
