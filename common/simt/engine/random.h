// Numbers that shuffle lanes, warps and blocks.
#pragma once

#include "common/simt/state/integers.h"

namespace simt {

// A fast generator of well-mixed numbers (SplitMix64).
inline u64 next_random(u64* state) {
  u64 x = *state += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

}  // namespace simt
