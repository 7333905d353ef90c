// A small change to the lab file, after which C is right.
#pragma once

#include <string>

namespace gemmlab {

struct Change {
  int line = 0;
  std::string was, now;  // code
  int places = 1;        // that change together, the first on that line
};

}  // namespace gemmlab
