// What the lanes of a warp do together: synchronise, vote, exchange values. Included by
// device_functions.h alone.
#pragma once

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

// Values of up to 8 bytes travel as bits.
template <class T>
SIMT_INLINE std::uint64_t bits_of(const T& value) {
  static_assert(sizeof(T) <= sizeof(std::uint64_t), "lanes exchange at most 8 bytes");
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return bits;
}

template <class T>
SIMT_INLINE T shuffle_bits(unsigned mask, Shuffle kind, T value, int argument, int width) {
  const std::uint64_t bits = shuffle(mask, kind, bits_of(value), argument, width);
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}

}  // namespace simt

template <class T>
SIMT_INLINE T __shfl_sync(unsigned mask, T value, int lane, int width = 32) {
  return simt::shuffle_bits(mask, simt::Shuffle::index, value, lane, width);
}
template <class T>
SIMT_INLINE T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  return simt::shuffle_bits(mask, simt::Shuffle::up, value, static_cast<int>(delta), width);
}
template <class T>
SIMT_INLINE T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  return simt::shuffle_bits(mask, simt::Shuffle::down, value, static_cast<int>(delta), width);
}
template <class T>
SIMT_INLINE T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32) {
  return simt::shuffle_bits(mask, simt::Shuffle::exclusive_or, value, lane_mask, width);
}

// Which lanes give the same value.
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

// Reductions over the lanes of a mask.
#define SIMT_REDUCE(name, type, kind)                                             \
  SIMT_INLINE type __reduce_##name##_sync(unsigned mask, type value) {            \
    return static_cast<type>(                                                     \
        simt::combine(mask, simt::Combine::kind, static_cast<long long>(value))); \
  }
SIMT_REDUCE(add, int, sum)
SIMT_REDUCE(add, unsigned, sum)
SIMT_REDUCE(min, int, smallest)
SIMT_REDUCE(min, unsigned, smallest)
SIMT_REDUCE(max, int, largest)
SIMT_REDUCE(max, unsigned, largest)
SIMT_REDUCE(and, unsigned, bit_and)
SIMT_REDUCE(or, unsigned, bit_or)
SIMT_REDUCE(xor, unsigned, bit_xor)
#undef SIMT_REDUCE
