// What where_to_look.table calls a failure.
#pragma once

#include <string>
#include <vector>

#include "grader/core/facts/check.h"

namespace gemmlab {

// The names under which the table may know a failure of a check of this kind; some may be empty.
std::vector<std::string> names_of(CheckKind kind, const Failure& failure);

}  // namespace gemmlab
