// The array type of a shared variable, from the module's debug information.
#pragma once

#include <string>
#include <vector>

#include "common/simt/integers.h"

namespace simt {

struct VariableShape {
  std::vector<u64> extents;  // outermost first; empty: no array
  u64 element_bytes = 0;     // 0: not known
};

// `offset`: of the thread-local variable within its module's block.
VariableShape shape_of_shared(const std::string& module_path, u64 offset);

}  // namespace simt
