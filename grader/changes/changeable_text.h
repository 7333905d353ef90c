// A lab file with changes written into it, of which it makes the one that it is told.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grader/core/facts/check.h"

namespace gemmlab {

inline constexpr std::size_t kMostText = 64 << 10;  // of a file that is looked at

struct ChangeableText {
  std::string text;                  // the file, on the same lines; asks __gemmlab_change(NUMBER)
  std::vector<Change> changes = {};  // numbered from 1 on
  std::size_t usual = 0;  // so many exchange or leave out what is there; the others add to an index
};

}  // namespace gemmlab
