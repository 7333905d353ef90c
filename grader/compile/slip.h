// What explains a compiler's errors better than their own words: where it is, and a sentence of
// source_slips.table.
#pragma once

#include <fmt/format.h>

#include <string>

namespace gemmlab {

struct Slip {
  int line = 0;
  std::string text;
};

// The form of a row, with names in braces.
const std::string& slip_form(const std::string& slip);

template <class... Args>
std::string slip_text(const std::string& slip, const Args&... args) {
  return fmt::format(fmt::runtime(slip_form(slip)), args...);
}

}  // namespace gemmlab
