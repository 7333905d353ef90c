// A position in a source file, and what is there.
#pragma once

#include <string>

namespace gemmlab {

struct Place {
  std::string file;       // empty: the lab file itself, or not known
  int line = 0;           // 0: not known
  int column = 0;         // 0: not known
  std::string what = {};  // "write", "read", "barrier"; may be empty

  bool is_known() const { return line > 0; }
};

}  // namespace gemmlab
