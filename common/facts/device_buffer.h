// A piece of device memory, as people know it.
#pragma once

#include <cstdint>
#include <string>

namespace gemmlab {

struct DeviceBuffer {
  std::string matrix;      // the caller's, or if `ordinal` the only one of that size; may be empty
  int rows = 0, cols = 0;  // of the matrix
  int ordinal = 0;         // of the program's own: 1 for the first
  std::uint64_t bytes = 0;
};

}  // namespace gemmlab
