// Places that facts refer to: in a source file, and in device memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "common/facts/json_fields.h"

namespace gemmlab {

// A position in a source file, and what happens there.
struct Place {
  std::string file;       // empty: the lab file itself, or unknown
  int line = 0;           // 0: unknown
  int column = 0;         // 0: unknown
  std::string what = {};  // "write", "read", "barrier"; may be empty

  bool is_known() const { return line > 0; }
};
GEMMLAB_JSON(Place, file, line, column, what)

// Whether that is the name of the result: the matrix c, or the array out.
inline bool is_result(std::string_view matrix) {
  return matrix == "c" || matrix == "out";
}

// A piece of device memory, described in terms a person knows.
struct DeviceBuffer {
  std::string matrix;      // the argument; with `ordinal`, the only one of that size; may be empty
  int rows = 0, cols = 0;  // of the matrix
  int ordinal = 0;         // among the program's own buffers: 1 for the first
  std::uint64_t bytes = 0;
  int line = 0;                 // of the lab file, where it is allocated; 0: unknown
  bool is_in_elements = false;  // so many bytes as a matrix has elements
  std::string pointer = {};     // that gets it, if the text tells

  // Not a matrix: the arrays in and out have one index.
  bool is_array() const { return matrix.size() > 1 && (rows == 1 || cols == 1); }
};
GEMMLAB_JSON(DeviceBuffer, matrix, rows, cols, ordinal, bytes, line, is_in_elements, pointer)

// For offsets, which may be negative: rounds down.
inline std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

}  // namespace gemmlab
