// What is said of a race, by its cause.
#pragma once

#include <string>
#include <string_view>

#include "common/facts/finding.h"

namespace gemmlab {

// The row of its sentence.
std::string_view row_of(const Race& race);

// What mends it; empty if the sentence has told it.
std::string cure_of(const Race& race);

}  // namespace gemmlab
