// Places that facts speak of: in a source file, and in device memory.
#pragma once

#include <cstdint>
#include <string>

namespace gemmlab {

// A position in a source file, and what is there.
struct Place {
  std::string file;       // empty: the lab file itself, or not known
  int line = 0;           // 0: not known
  int column = 0;         // 0: not known
  std::string what = {};  // "write", "read", "barrier"; may be empty

  bool is_known() const { return line > 0; }
};

// A piece of device memory, as people know it.
struct DeviceBuffer {
  std::string matrix;      // the caller's, or if `ordinal` the only one of that size; may be empty
  int rows = 0, cols = 0;  // of the matrix
  int ordinal = 0;         // of the program's own: 1 for the first
  std::uint64_t bytes = 0;
};

}  // namespace gemmlab
