// From a code address to the student's source, by the module's DWARF line table.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "common/facts/place.h"

namespace simt {

// The line tables of the modules loaded in this process. Look-ups are cached; not thread-safe.
class SourcePositions {
 public:
  SourcePositions();
  ~SourcePositions();
  SourcePositions(const SourcePositions&) = delete;
  SourcePositions& operator=(const SourcePositions&) = delete;

  // The position of the instruction at `address`, then of each call it was inlined into, innermost
  // first. Empty if the module has no line table. Pass return address - 1 for a call.
  const std::vector<gemmlab::Place>& at(std::uintptr_t address);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace simt
