// A map of C's errors, drawn.
#pragma once

#include <array>
#include <string>

#include "grader/core/error_map.h"
#include "grader/report/html/element.h"

namespace gemmlab::html {

struct Level {
  const char* name;  // class of its colour
  const char* meaning;
};
inline constexpr std::array<Level, 6> kLevels{{
    {"e0", "right"},
    {"e1", "wrong, under 1 %"},
    {"e2", "wrong, under 10 %"},
    {"e3", "wrong by more"},
    {"e4", "not a number"},
    {"e5", "never written"},
}};

// What occurs in pictures, for their legend.
struct Seen {
  std::array<bool, kLevels.size()> levels{};
  bool part = false;  // a cell of which only some elements are wrong
};

// Adds what there is to `seen`. `label` says what is to be seen to those who do not see
// it.
void add_errors(Node parent, const ErrorMap& map, const std::string& label, Seen& seen);

}  // namespace gemmlab::html
