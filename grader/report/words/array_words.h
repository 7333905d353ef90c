// What is said of an array that a step of a staircase computes.
#pragma once

#include <optional>
#include <string>

#include "grader/core/error_map.h"
#include "grader/core/facts/fact.h"

namespace gemmlab {

std::string sentence(const WrongArray& fact, const std::optional<ErrorMap>& errors);
std::string sentence(const ArrayNeverWritten& fact);

// "is 3.5", "was never written"
std::string value_of(const Mismatch& miss, int digits);

}  // namespace gemmlab
