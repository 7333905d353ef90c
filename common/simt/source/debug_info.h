// What a module's debug information says: where code stands in the source, and what shared
// variables are made of.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/facts/place.h"
#include "common/simt/integers.h"

namespace simt {

// The place of the instruction at `address` in a file that this process has loaded, then of each
// call it was inlined into, innermost first. Empty without debug information. Pass return address -
// 1 for a call. Found once, then remembered.
const std::vector<gemmlab::Place>& source_chain(std::uintptr_t address);

struct VariableMember;

struct VariableShape {
  std::vector<u64> extents;             // outermost first; empty: no array
  u64 element_bytes = 0;                // 0: not known
  std::vector<VariableMember> members;  // of a struct element; none of float4 and its like
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
