// What kernels stored in memory that the host can read at any time: managed and pinned memory, and
// variables of the module. In a run whose host must learn nothing, other values take its place
// while host code runs.
#pragma once

#include <vector>

#include "common/simt/memory/arena.h"
#include "common/simt/state/integers.h"

namespace simt {

class HiddenStores {
 public:
  // Puts `shown` in place of each four bytes in [begin, begin + bytes) that a kernel, or a copy
  // from the device, stored last. `cells`: their shadow, from `begin` on.
  void hide(u64 begin, u64 bytes, const GlobalShadow& cells, u64 first_cell, u32 shown);
  // Puts everything back, except where host code has stored since.
  void restore();

  bool empty() const { return words_.empty(); }

 private:
  struct Word {
    u32* at;
    u32 stored, shown;
    u64* written;  // its shadow
  };
  std::vector<Word> words_;
};

}  // namespace simt
