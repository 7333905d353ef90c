// Which code of a kernel a cause is about, as its struct says.
#pragma once

#include <optional>
#include <vector>

#include "grader/core/facts/cause.h"

namespace gemmlab {

// Before the lines where a failure showed, and after them.
struct CodeOfCause {
  std::vector<Code> before, after;
  std::optional<Matrix> matrix = {};  // whose elements come first
};

CodeOfCause code_of(const Cause& cause);

}  // namespace gemmlab
