// CUDA's collective operations of a warp: synchronise, vote, exchange values, reduce.
#pragma once

#include "../simt_abi.h"

SIMT_INLINE void __syncwarp(unsigned mask = 0xffffffffu) {
  simt::warp_barrier(mask);
}

SIMT_INLINE unsigned __activemask() {
  return simt::active_mask();
}
SIMT_INLINE unsigned __ballot_sync(unsigned mask, int predicate) {
  return simt::ballot(mask, predicate);
}
SIMT_INLINE int __any_sync(unsigned mask, int predicate) {
  return simt::ballot(mask, predicate) != 0;
}
SIMT_INLINE int __all_sync(unsigned mask, int predicate) {
  return simt::ballot(mask, predicate == 0) == 0;
}

namespace simt {

// Values of up to 8 bytes are sent as bits.
template <class T>
SIMT_INLINE std::uint64_t bits_of(const T& value) {
  static_assert(sizeof(T) <= sizeof(std::uint64_t), "lanes exchange at most 8 bytes");
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return bits;
}

template <class T>
SIMT_INLINE T shuffle_bits(unsigned mask, Shuffle kind, T value, int argument, int width) {
  const std::uint64_t bits = shuffle(mask, kind, bits_of(value), argument, width, sizeof(T));
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}

}  // namespace simt

template <class T>
SIMT_INLINE T __shfl_sync(unsigned mask, T value, int lane, int width = 32) {
  return simt::shuffle_bits(mask, simt::Shuffle::index, value, lane, width);
}
template <class T>
SIMT_INLINE T __shfl_up_sync(unsigned mask, T value, unsigned distance, int width = 32) {
  return simt::shuffle_bits(mask, simt::Shuffle::up, value, static_cast<int>(distance), width);
}
template <class T>
SIMT_INLINE T __shfl_down_sync(unsigned mask, T value, unsigned distance, int width = 32) {
  return simt::shuffle_bits(mask, simt::Shuffle::down, value, static_cast<int>(distance), width);
}
template <class T>
SIMT_INLINE T __shfl_xor_sync(unsigned mask, T value, int bits, int width = 32) {
  return simt::shuffle_bits(mask, simt::Shuffle::exclusive_or, value, bits, width);
}

#define SIMT_REDUCE(name, type, kind)                                             \
  SIMT_INLINE type name(unsigned mask, type value) {                              \
    return static_cast<type>(                                                     \
        simt::combine(mask, simt::Combine::kind, static_cast<long long>(value))); \
  }
SIMT_REDUCE(__reduce_add_sync, int, sum)
SIMT_REDUCE(__reduce_add_sync, unsigned, sum)
SIMT_REDUCE(__reduce_min_sync, int, smallest)
SIMT_REDUCE(__reduce_min_sync, unsigned, smallest)
SIMT_REDUCE(__reduce_max_sync, int, largest)
SIMT_REDUCE(__reduce_max_sync, unsigned, largest)
SIMT_REDUCE(__reduce_and_sync, unsigned, bit_and)
SIMT_REDUCE(__reduce_or_sync, unsigned, bit_or)
SIMT_REDUCE(__reduce_xor_sync, unsigned, bit_xor)
#undef SIMT_REDUCE

// Which lanes have the same value.
template <class T>
SIMT_INLINE unsigned __match_any_sync(unsigned mask, T value) {
  return static_cast<unsigned>(
      simt::combine(mask, simt::Combine::equal_lanes, simt::bits_of(value)));
}
template <class T>
SIMT_INLINE unsigned __match_all_sync(unsigned mask, T value, int* all_match) {
  const unsigned equal = __match_any_sync(mask, value);
  *all_match = __all_sync(mask, equal == __ballot_sync(mask, 1));
  return *all_match != 0 ? mask : 0;
}
