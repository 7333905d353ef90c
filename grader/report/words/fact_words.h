// The sentences of facts: one function each.
#pragma once

#include <string>

#include "grader/core/facts/check.h"

namespace gemmlab {

// `check` has the fact: its shape, verdict and error map are part of what happened.
std::string sentence(const Fact& fact, const Check& check);

}  // namespace gemmlab
