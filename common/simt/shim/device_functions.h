// CUDA's device functions other than mathematics and barriers: loads with a cache hint, bit
// operations, conversions, and the collective operations of a warp.
#pragma once

#include <limits.h>
#include <string.h>
#include <time.h>

#include "each.h"
#include "simt_abi.h"

// Cache hints change neither values nor requests.
#define SIMT_LOAD(name)            \
  template <class T>               \
  SIMT_INLINE T name(const T* p) { \
    return *p;                     \
  }
#define SIMT_STORE(name)                 \
  template <class T>                     \
  SIMT_INLINE void name(T* p, T value) { \
    *p = value;                          \
  }
SIMT_EACH(SIMT_LOAD, __ldca, __ldcg, __ldcs, __ldlu)
SIMT_EACH(SIMT_STORE, __stwb, __stcg, __stcs, __stwt)
#undef SIMT_STORE
#undef SIMT_LOAD
namespace simt {
void read_only_load(const void* address);  // before __ldg loads
inline unsigned long long both_words(unsigned low, unsigned high) {
  return static_cast<unsigned long long>(high) << 32 | low;
}
}  // namespace simt
template <class T>
SIMT_INLINE T __ldg(const T* p) {
  simt::read_only_load(p);
  return *p;
}
template <class T>
SIMT_INLINE T __ldcv(const T* p) {
  return *static_cast<const volatile T*>(p);
}

// A function defined by an expression.
#define SIMT_FUNCTION(result, name, parameters, value) \
  inline result name parameters {                      \
    return static_cast<result>(value);                 \
  }

inline unsigned long long __brevll(unsigned long long x) {
  unsigned long long reversed = 0;
  for (int bit = 0; bit < 64; ++bit) {
    reversed |= (x >> bit & 1) << (63 - bit);
  }
  return reversed;
}
// A nibble of `selector` chooses a byte of y:x for each of the result's four bytes; bit 3 of the
// nibble repeats that byte's sign bit instead.
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long bytes = simt::both_words(x, y);
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned nibble = selector >> (4 * i) & 15u;
    unsigned byte = static_cast<unsigned>(bytes >> (8 * (nibble & 7u))) & 255u;
    if ((nibble & 8u) != 0) {
      byte = (byte & 128u) != 0 ? 255u : 0u;
    }
    result |= byte << (8 * i);
  }
  return result;
}

inline int __mul24(int a, int b) {
  const auto low_24 = [](int x) { return static_cast<int>(static_cast<unsigned>(x) << 8) >> 8; };
  return static_cast<int>(static_cast<long long>(low_24(a)) * low_24(b));
}

#include "device_functions.table"

// Hints for CUDA's compiler that g++ does not have.
#ifndef __clang__
#define __builtin_assume(condition) static_cast<void>(0)
#endif

inline void __nanosleep(unsigned) {}
[[noreturn]] inline void __trap() {
  simt::trap();
}

#undef SIMT_FUNCTION

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

// Collective operations of a warp: synchronise, vote, exchange values, reduce.
#define SIMT_WARP(result, name, parameters, value) \
  SIMT_INLINE result name parameters {             \
    return value;                                  \
  }
#define SIMT_SHUFFLE(name, kind, type)                                                      \
  template <class T>                                                                        \
  SIMT_INLINE T name(unsigned mask, T value, type argument, int width = 32) {               \
    return simt::shuffle_bits(mask, simt::Shuffle::kind, value, static_cast<int>(argument), \
                              width);                                                       \
  }
#define SIMT_REDUCE(name, type, kind)                                             \
  SIMT_INLINE type __reduce_##name##_sync(unsigned mask, type value) {            \
    return static_cast<type>(                                                     \
        simt::combine(mask, simt::Combine::kind, static_cast<long long>(value))); \
  }
#include "warp_functions.table"
#undef SIMT_REDUCE
#undef SIMT_SHUFFLE
#undef SIMT_WARP

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
