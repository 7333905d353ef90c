// The memory accesses of one lane that nobody has analysed yet.
#pragma once

#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"

namespace simt {

// A lane yields after this many accesses: this limits memory, and warps take turns. All values from
// 128 to 2048 are equally fast.
inline constexpr u32 kLogCapacity = 256;
inline constexpr u32 kLogStride = kLogCapacity + 8;  // prevents cache conflicts between lanes

struct LaneLog {
  u64 address[kLogStride];
  AccessCode code[kLogStride];
  u32 value[kLogStride];  // for a write: the memory's content afterwards, read when the lane parks
};

// A short form of the memory's content after a write, for comparison with another write's. Zeros of
// all widths are equal.
inline u32 value_left_by(AccessCode code, u64 address) {
  const auto* words = reinterpret_cast<const u32*>(address & ~u64{3});
  u32 value = words[0];
  for (u32 i = 1; i < access_bytes(code) / 4; ++i) {
    value = (value << 7 | value >> 25) ^ words[i];
  }
  return value;
}

}  // namespace simt
