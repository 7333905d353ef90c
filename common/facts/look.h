// What a simulated run tells of the accesses that its kernels make.
#pragma once

#include "common/facts/names.h"

namespace gemmlab {

// `closely`: all, with examples and predictions; several times slower. `some_blocks`: findings of
// each sixteenth block and of the last ones, none of global memory that nobody wrote, and no counts
// that mean anything. `only_values`: neither findings nor counts.
GEMMLAB_ENUM(Look, usual, closely, some_blocks, only_values)

inline bool sees_all_blocks(Look look) {
  return look == Look::usual || look == Look::closely;
}

}  // namespace gemmlab
