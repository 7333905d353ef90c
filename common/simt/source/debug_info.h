// Reads a module's debug information: the source places of code, and the structure of shared
// variables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/facts/place.h"
#include "common/simt/state/integers.h"

namespace simt {

// The place of the instruction at `address` in a file loaded by this process, then of each call it
// was inlined into, innermost first. Empty without debug information. For a call, pass return
// address - 1. Results are cached.
const std::vector<gemmlab::Place>& source_chain(std::uintptr_t address);

struct VariableMember;

struct VariableShape {
  std::vector<u64> extents;             // outermost first; empty: not an array
  u64 element_bytes = 0;                // 0: unknown
  std::vector<VariableMember> members;  // of a struct element; none for float4 and similar types
};

struct VariableMember {
  std::string name;
  u64 offset = 0;  // bytes, within the element
  VariableShape shape;
};

// ".b[2][0]", "[3].a": the place at `offset` in an object of this type, possibly outside it. Empty:
// the whole object, or nothing with a name.
std::string place_in(const VariableShape& shape, std::int64_t offset);

// Of the variable with that symbol, which has that size.
VariableShape shape_of_shared(const std::string& module_path, const std::string& symbol, u64 bytes);

}  // namespace simt
