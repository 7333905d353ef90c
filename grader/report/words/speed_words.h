// What a measurement came to, in words for the student.
#pragma once

#include <string>

#include "grader/core/facts/untimed.h"
#include "grader/core/result.h"

namespace gemmlab {

// What was needed and what was reached: for a speed that has an outcome.
std::string sentence(const Speed& speed, bool on_gpu);

// Why there is no outcome; without a full stop, since it may follow a colon.
std::string sentence(const Untimed& why);

}  // namespace gemmlab
