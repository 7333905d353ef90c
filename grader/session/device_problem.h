// What a worker says of this machine, in a sentence.
#pragma once

#include <string>

#include "grader/protocol/messages.h"

namespace gemmlab {

std::string describe(const DeviceProblem& problem);

}  // namespace gemmlab
