// What the other side sent is no message, or no text: it is not trusted.
#pragma once

#include <stdexcept>

namespace gemmlab {

struct ProtocolError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace gemmlab
