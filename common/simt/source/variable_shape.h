// The type of a shared variable, from the module's debug information.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/simt/integers.h"

namespace simt {

struct VariableMember;

struct VariableShape {
  std::vector<u64> extents;  // outermost first; empty: no array
  u64 element_bytes = 0;     // 0: not known
  std::vector<VariableMember>
      members;  // of an element that is a struct; none of float4 and its like
};

struct VariableMember {
  std::string name;
  u64 offset = 0;  // bytes, within the element
  VariableShape shape;
};

// ".b[2][0]", "[3].a": the place at `offset` of something of this type, which may lie outside.
// Empty: all of it, or nothing that has a name.
std::string place_in(const VariableShape& shape, std::int64_t offset);

// `offset`: of the thread-local variable within its module's block.
VariableShape shape_of_shared(const std::string& module_path, u64 offset);

}  // namespace simt
