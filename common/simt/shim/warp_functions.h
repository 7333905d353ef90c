// What the lanes of a warp do together: synchronise, vote, exchange values. Included by
// device_functions.h alone.
#pragma once

inline void __syncwarp(unsigned mask = 0xffffffffu) {
  simt::warp_barrier(mask);
}
inline unsigned __activemask() {
  return simt::active_mask();
}
inline unsigned __ballot_sync(unsigned mask, int predicate) {
  return simt::ballot(mask, predicate);
}
inline int __any_sync(unsigned mask, int predicate) {
  return simt::ballot(mask, predicate) != 0;
}
inline int __all_sync(unsigned mask, int predicate) {
  return simt::ballot(mask, predicate == 0) == 0;
}

namespace simt {

// Values of up to 8 bytes travel as bits.
template <class T>
SIMT_INLINE T shuffle_bits(unsigned mask, Shuffle kind, T value, int argument, int width) {
  static_assert(sizeof(T) <= sizeof(std::uint64_t), "shuffles move at most 8 bytes");
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  bits = shuffle(mask, kind, bits, argument, width);
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
