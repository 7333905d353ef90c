// What groups of threads are made of: who is in them, and where they wait. Included by
// cooperative_groups.h alone.
#pragma once

#ifndef __clang__
#include <source_location>
#endif

#include "simt_abi.h"

namespace simt {

// A number for a barrier that no other place in the file has: negative, since the translator counts
// those of __syncthreads() from 0. As a default argument it is the caller's place.
constexpr int barrier_at(unsigned line, unsigned column) {
  return -1 - static_cast<int>(line << 12 | (column & 0xfff));
}
#ifdef __clang__
constexpr int barrier_here(unsigned line = __builtin_LINE(), unsigned column = __builtin_COLUMN()) {
  return barrier_at(line, column);
}
#else
// Not consteval: g++ would take the place of the default argument itself.
constexpr int barrier_here(std::source_location at = std::source_location::current()) {
  return barrier_at(at.line(), at.column());
}
#endif

// Among the threads of its block, x fastest.
__device__ SIMT_INLINE unsigned thread_rank() {
  const uint3 index = thread_index();
  const dim3 extents = block_extents();
  return (index.z * extents.y + index.y) * extents.x + index.x;
}

// The lanes of a warp that form a group; a lane's rank counts those of them below it.
struct Lanes {
  unsigned mask;

  constexpr unsigned count() const { return static_cast<unsigned>(__builtin_popcount(mask)); }
  constexpr unsigned first() const { return static_cast<unsigned>(__builtin_ctz(mask)); }
  constexpr bool contiguous() const { return (mask & (mask + (1u << first()))) == 0; }
  constexpr unsigned rank_of(unsigned lane) const {
    return static_cast<unsigned>(__builtin_popcount(mask & ((1u << lane) - 1)));
  }
  constexpr unsigned lane_at(unsigned rank) const {
    unsigned above = mask;
    for (; !contiguous() && rank > 0; --rank) {
      above &= above - 1;
    }
    return static_cast<unsigned>(__builtin_ctz(above)) + rank;
  }
  // The bits of the group's lanes by their ranks.
  constexpr unsigned by_rank(unsigned lanes) const {
    if (contiguous()) {
      return (lanes & mask) >> first();
    }
    unsigned bits = 0;
    for (unsigned rank = 0; rank < count(); ++rank) {
      bits |= (lanes >> lane_at(rank) & 1) << rank;
    }
    return bits;
  }
  // Those whose ranks are in the same tile of `size` as that of `lane`.
  constexpr Lanes tile(unsigned lane, unsigned size) const {
    const unsigned begin = rank_of(lane) / size * size;
    unsigned tile = 0;
    for (unsigned rank = begin; rank < begin + size && rank < count(); ++rank) {
      tile |= 1u << lane_at(rank);
    }
    return {tile};
  }
};

// `value` of another lane; values of any size travel in words of 8 bytes.
template <class T>
__device__ SIMT_INLINE T value_of_lane(unsigned mask, T value, unsigned lane) {
  static_assert(sizeof(T) <= 32, "a group exchanges values of at most 32 bytes");
  std::uint64_t words[(sizeof(T) + 7) / 8] = {};
  __builtin_memcpy(words, &value, sizeof(T));
  for (std::uint64_t& word : words) {
    word = shuffle(mask, Shuffle::index, word, static_cast<int>(lane), 32);
  }
  __builtin_memcpy(&value, words, sizeof(T));
  return value;
}

}  // namespace simt
