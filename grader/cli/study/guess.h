// What readers predict of a step: a number or a verdict, as they type it, and how near it came.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/facts/names.h"

namespace gemmlab {

GEMMLAB_ENUM(Nearness, right, near, off)

struct Guess {
  double number = 0;      // of a column of numbers
  std::string verdict;    // of the column "verdict"
  double rounded_to = 0;  // the last decimal place of a number that may be rounded: 0.1 of "8.5"
};

// What a line says of a column. Empty if it is no guess.
std::optional<Guess> read_guess(std::string_view line, std::string_view column);

// "a number, such as 8 or 8.5".
std::string expected_guess(std::string_view column);

struct Comparison {
  Nearness nearness = Nearness::off;
  std::string how;  // "twice too many"; empty unless a number is off
};

// With what came: the step's cell in that column, which is not empty.
Comparison compared(const Guess& guess, const std::string& came, std::string_view column);

}  // namespace gemmlab
