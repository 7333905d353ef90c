// How a memory access is logged: an address, and a code for its place and kind.
#pragma once

#include <cstdint>

#include "common/simt/state/integers.h"

namespace simt {

// A code is the low 28 bits of the access's return address, then 4 bits of kind: log2 of its bytes,
// plus kWriteBit for writes. Kinds 5 and 6 are atomics on 4 and 8 bytes, kind 7 is a
// compare-and-swap on 4. Not accesses: kind 13, a fence, and kind 15, another iteration of a loop.
using AccessCode = u32;

inline constexpr u32 kWriteBit = 8;
inline constexpr u32 kAtomic4 = 5;
inline constexpr u32 kAtomic8 = 6;
inline constexpr u32 kSwap4 = 7;
inline constexpr u32 kFence = 13;
inline constexpr u32 kRound = 15;
inline constexpr u32 kAddressBits = 28;

// The order of places in the source in which diverged lanes take turns. Larger is later: the
// outermost call's line and column, then the next inner one's. A store comes after all loads on the
// last line of its statement, and another iteration of a loop after everything in the loop. The
// lowest four bits are the access's kind. Distinguishes five levels of inlining.
using SourceOrder = unsigned __int128;

inline AccessCode access_code(const void* return_address, u32 kind) {
  return static_cast<u32>(reinterpret_cast<std::uintptr_t>(return_address)) << 4 | kind;
}

// A hash of which the highest bits are the best.
inline u32 scattered(AccessCode code) {
  return code * 2654435761u;
}

inline bool is_atomic(AccessCode code) {
  const u32 kind = code & 15;
  return kind >= kAtomic4 && kind <= kSwap4;
}

inline bool has_kind(AccessCode code, u32 kind) {
  return (code & 15) == kind;
}

inline bool is_write(AccessCode code) {
  return (code & kWriteBit) != 0;
}

// A power of two.
inline u32 access_bytes(AccessCode code) {
  const u32 kind = code & 7;
  return kind < kAtomic4 ? 1u << kind : kind == kAtomic8 ? 8 : 4;
}

// A pointer that nothing has set, as compilers fill it: no address of a program.
inline bool is_never_set(u64 address) {
  return address >> 40 == 0xfefefe || address >> 40 == 0xaaaaaa;
}

inline bool is_misaligned(AccessCode code, u64 address) {
  return (address & (access_bytes(code) - 1)) != 0 && !is_never_set(address);
}

}  // namespace simt
