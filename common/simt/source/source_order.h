// Places in the source, in the order in which diverged lanes take turns.
#pragma once

#include <mutex>

#include "common/simt/source/access_code.h"
#include "common/simt/source/source_position.h"

namespace simt {

class Module;

// Larger is later: the outermost call's line and column, then the next inner one's. A store comes
// after all loads of the line that its statement ends in, another round of a loop after all that is
// in the loop. The lowest four bits are the access's kind. Five levels of inlining are told apart.
using SourceOrder = unsigned __int128;

// Look-ups for all multiprocessors.
class SourceMap {
 public:
  void use_module(const Module* module);

  // Never 0. Where there is no debug information, the order of addresses.
  SourceOrder order_of(AccessCode code);

  // The student's own line: the innermost that is not in a header of the simulator or the system.
  gemmlab::Place site_of(AccessCode code);

 private:
  const std::vector<gemmlab::Place>& chain_of(AccessCode code);

  std::mutex mutex_;
  const Module* module_ = nullptr;
  SourcePositions positions_;
};

}  // namespace simt
