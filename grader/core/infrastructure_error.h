#pragma once

#include <stdexcept>

namespace gemmlab {

// A problem of this machine or installation, never of the student: a worker that does not start, no
// compiler, no space, no GPU although one is required. The message says what to do.
struct InfrastructureError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace gemmlab
