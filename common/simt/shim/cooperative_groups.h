// CUDA's cooperative groups, as far as the simulator supports them: the block, tiles of up to 32
// threads and coalesced groups. A block's sync() is __syncthreads(), a tile's is __syncwarp().
#pragma once

#ifndef __clang__
#include <source_location>
#endif

#include "simt_abi.h"

// Parts of groups: which threads belong to them, and where they wait.
namespace simt {

// A barrier number that is unique in the file: negative, because the translator numbers the
// __syncthreads() calls from 0. As a default argument it gives the caller's place.
constexpr int barrier_at(unsigned line, unsigned column) {
  return -1 - static_cast<int>(line << 12 | (column & 0xfff));
}
#ifdef __clang__
constexpr int barrier_here(unsigned line = __builtin_LINE(), unsigned column = __builtin_COLUMN()) {
  return barrier_at(line, column);
}
#else
// Not consteval: g++ would use the place of the default argument itself.
constexpr int barrier_here(std::source_location at = std::source_location::current()) {
  return barrier_at(at.line(), at.column());
}
#endif

// Within its block, x fastest.
__device__ SIMT_INLINE unsigned thread_rank() {
  const uint3 index = thread_index();
  const dim3 extents = block_extents();
  return (index.z * extents.y + index.y) * extents.x + index.x;
}

// The lanes of a warp that form a group; a lane's rank is the number of these lanes below it.
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
  // The bits of the group's lanes, ordered by rank.
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
  // The lanes whose ranks are in the same tile of `size` as the rank of `lane`.
  constexpr Lanes tile(unsigned lane, unsigned size) const {
    const unsigned begin = rank_of(lane) / size * size;
    unsigned tile = 0;
    for (unsigned rank = begin; rank < begin + size && rank < count(); ++rank) {
      tile |= 1u << lane_at(rank);
    }
    return {tile};
  }
};

// `value` of another lane; values of any size are sent in words of 8 bytes.
template <class T>
__device__ SIMT_INLINE T value_of_lane(unsigned mask, T value, unsigned lane) {
  static_assert(sizeof(T) <= 32, "a group exchanges values of at most 32 bytes");
  std::uint64_t words[(sizeof(T) + 7) / 8] = {};
  size_t left = sizeof(T);
  __builtin_memcpy(words, &value, sizeof(T));
  for (std::uint64_t& word : words) {
    word = shuffle(mask, Shuffle::index, word, static_cast<int>(lane), 32, left < 8 ? left : 8);
    left -= 8;
  }
  __builtin_memcpy(&value, words, sizeof(T));
  return value;
}

}  // namespace simt

namespace cooperative_groups {

// Any group: the block, or lanes of one warp.
class thread_group {
 public:
  __device__ SIMT_INLINE void sync(int site = simt::barrier_here()) const {
    if (lanes_.mask == 0) {
      simt::barrier(site);
    } else {
      simt::warp_barrier(lanes_.mask);
    }
  }
  __device__ unsigned long long thread_rank() const {
    return lanes_.mask == 0 ? simt::thread_rank() : rank();
  }
  __device__ unsigned long long num_threads() const {
    const dim3 extents = simt::block_extents();
    return lanes_.mask == 0 ? extents.x * extents.y * extents.z : lanes_.count();
  }
  __device__ unsigned long long size() const { return num_threads(); }

 protected:
  __device__ constexpr explicit thread_group(simt::Lanes lanes) : lanes_(lanes) {}
  __device__ static unsigned lane() { return simt::thread_rank() % 32; }
  __device__ unsigned rank() const { return lanes_.rank_of(lane()); }
  __device__ simt::Lanes tile_of(unsigned size) const {
    return simt::Lanes{lanes_.mask == 0 ? ~0u : lanes_.mask}.tile(lane(), size);
  }

  simt::Lanes lanes_;  // none: the whole block

  template <unsigned, class>
  friend class thread_block_tile;
  friend __device__ thread_group tiled_partition(const thread_group& parent, unsigned size);
};

class thread_block : public thread_group {
 public:
  __device__ SIMT_INLINE static void sync(int site = simt::barrier_here()) { simt::barrier(site); }
  __device__ static unsigned thread_rank() { return simt::thread_rank(); }
  __device__ static dim3 thread_index() { return simt::thread_index(); }
  __device__ static dim3 group_index() { return simt::block_index(); }
  __device__ static dim3 dim_threads() { return simt::block_extents(); }
  __device__ static dim3 group_dim() { return simt::block_extents(); }
  __device__ static unsigned num_threads() {
    const dim3 extents = simt::block_extents();
    return extents.x * extents.y * extents.z;
  }
  __device__ static unsigned size() { return num_threads(); }

 private:
  __device__ constexpr thread_block() : thread_group({0}) {}
  friend __device__ thread_block this_thread_block();
};

// Lanes of one warp that exchange values and vote, by their ranks in the group.
class lane_group : public thread_group {
 public:
  __device__ SIMT_INLINE void sync() const { simt::warp_barrier(lanes_.mask); }
  __device__ unsigned thread_rank() const { return rank(); }

  template <class T>
  __device__ SIMT_INLINE T shfl(T value, unsigned rank) const {
    return simt::value_of_lane(lanes_.mask, value, lanes_.lane_at(rank % lanes_.count()));
  }
  // Beyond either end of the group: the caller's own value.
  template <class T>
  __device__ SIMT_INLINE T shfl_down(T value, unsigned delta) const {
    const unsigned from = rank() + delta;
    return shfl(value, from < lanes_.count() ? from : rank());
  }
  template <class T>
  __device__ SIMT_INLINE T shfl_up(T value, unsigned delta) const {
    return shfl(value, delta <= rank() ? rank() - delta : rank());
  }

  __device__ SIMT_INLINE int any(int predicate) const {
    return simt::ballot(lanes_.mask, predicate) != 0;
  }
  __device__ SIMT_INLINE int all(int predicate) const {
    return simt::ballot(lanes_.mask, predicate == 0) == 0;
  }
  __device__ SIMT_INLINE unsigned ballot(int predicate) const {
    return lanes_.by_rank(simt::ballot(lanes_.mask, predicate));
  }

 protected:
  __device__ constexpr explicit lane_group(simt::Lanes lanes) : thread_group(lanes) {}
};

template <unsigned Size, class Parent = void>
class thread_block_tile;

template <unsigned Size>
class thread_block_tile<Size, void> : public lane_group {
  static_assert(Size > 0 && (Size & (Size - 1)) == 0, "a tile's size must be a power of two");
  static_assert(Size <= 32, "the simulator does not support tiles of more than 32 threads");

 public:
  __device__ static constexpr unsigned num_threads() { return Size; }
  __device__ static constexpr unsigned size() { return Size; }
  // The index of this tile within its parent, and the number of tiles.
  __device__ unsigned meta_group_rank() const { return meta_rank_; }
  __device__ unsigned meta_group_size() const { return meta_size_; }

  template <class T>
  __device__ SIMT_INLINE T shfl_xor(T value, unsigned lane_mask) const {
    return shfl(value, (rank() ^ lane_mask) < Size ? rank() ^ lane_mask : rank());
  }

 protected:
  template <class Group>
  __device__ explicit thread_block_tile(const Group& parent)
      : lane_group(parent.tile_of(Size)),
        meta_rank_(static_cast<unsigned>(parent.thread_rank()) / Size),
        meta_size_((static_cast<unsigned>(parent.num_threads()) + Size - 1) / Size) {}

 private:
  unsigned meta_rank_, meta_size_;
};

template <unsigned Size, class Parent>
class thread_block_tile : public thread_block_tile<Size, void> {
 private:
  __device__ explicit thread_block_tile(const Parent& parent)
      : thread_block_tile<Size, void>(parent) {}
  template <unsigned S, class P>
  friend __device__ thread_block_tile<S, P> tiled_partition(const P& parent);
};

// The lanes that are together at this place.
class coalesced_group : public lane_group {
 public:
  __device__ unsigned num_threads() const { return lanes_.count(); }
  __device__ unsigned size() const { return lanes_.count(); }

 private:
  __device__ constexpr explicit coalesced_group(simt::Lanes lanes) : lane_group(lanes) {}
  friend __device__ coalesced_group coalesced_threads();
};

__device__ inline thread_block this_thread_block() {
  return {};
}

template <unsigned Size, class Parent>
__device__ inline thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
  return thread_block_tile<Size, Parent>(parent);
}

__device__ inline thread_group tiled_partition(const thread_group& parent, unsigned size) {
  return thread_group(parent.tile_of(size));
}

__device__ SIMT_INLINE coalesced_group coalesced_threads() {
  return coalesced_group({simt::active_mask()});
}

template <class Group>
__device__ SIMT_INLINE void sync(const Group& group, int site = simt::barrier_here()) {
  if constexpr (requires { group.sync(site); }) {
    group.sync(site);
  } else {
    group.sync();
  }
}

template <class Group>
__device__ inline auto thread_rank(const Group& group) {
  return group.thread_rank();
}

template <class Group>
__device__ inline auto group_size(const Group& group) {
  return group.num_threads();
}

}  // namespace cooperative_groups
