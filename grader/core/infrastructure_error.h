#pragma once

#include <stdexcept>

namespace gemmlab {

// This machine's or this installation's problem, never the student's: a worker that does not start,
// no compiler, no space, no GPU where one is required. The message says what to do.
struct InfrastructureError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace gemmlab
