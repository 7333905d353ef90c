// CUDA's device functions that are neither mathematics nor barriers: loads with a cache hint, bit
// tricks, conversions, and what a warp's lanes do together.
#pragma once

#include <limits.h>
#include <string.h>
#include <time.h>

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
SIMT_LOAD(__ldg)
SIMT_LOAD(__ldca)
SIMT_LOAD(__ldcg)
SIMT_LOAD(__ldcs)
SIMT_LOAD(__ldlu)
SIMT_STORE(__stwb)
SIMT_STORE(__stcg)
SIMT_STORE(__stcs)
SIMT_STORE(__stwt)
#undef SIMT_STORE
#undef SIMT_LOAD
template <class T>
SIMT_INLINE T __ldcv(const T* p) {
  return *static_cast<const volatile T*>(p);
}

namespace simt {
inline unsigned long long both_words(unsigned low, unsigned high) {
  return static_cast<unsigned long long>(high) << 32 | low;
}
}  // namespace simt

// A function by its value.
#define SIMT_FUNCTION(result, name, parameters, value) \
  inline result name parameters {                      \
    return static_cast<result>(value);                 \
  }

// Bits.
SIMT_FUNCTION(int, __popc, (unsigned x), __builtin_popcount(x))
SIMT_FUNCTION(int, __popcll, (unsigned long long x), __builtin_popcountll(x))
SIMT_FUNCTION(int, __clz, (int x), x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)))
SIMT_FUNCTION(int,
              __clzll,
              (long long x),
              x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)))
SIMT_FUNCTION(int, __ffs, (int x), __builtin_ffs(x))
SIMT_FUNCTION(int, __ffsll, (long long x), __builtin_ffsll(x))
inline unsigned long long __brevll(unsigned long long x) {
  unsigned long long reversed = 0;
  for (int bit = 0; bit < 64; ++bit) {
    reversed |= (x >> bit & 1) << (63 - bit);
  }
  return reversed;
}
SIMT_FUNCTION(unsigned, __brev, (unsigned x), __brevll(x) >> 32)
// Each of the result's four bytes is the byte of y:x that a nibble of `selector` names; bit 3 of
// the nibble spreads that byte's sign instead.
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
SIMT_FUNCTION(unsigned,
              __funnelshift_l,
              (unsigned low, unsigned high, unsigned shift),
              simt::both_words(low, high) << (shift & 31u) >> 32)
SIMT_FUNCTION(unsigned,
              __funnelshift_r,
              (unsigned low, unsigned high, unsigned shift),
              simt::both_words(low, high) >> (shift & 31u))

// Integer arithmetic.
inline int __mul24(int a, int b) {
  const auto low_24 = [](int x) { return static_cast<int>(static_cast<unsigned>(x) << 8) >> 8; };
  return static_cast<int>(static_cast<long long>(low_24(a)) * low_24(b));
}
SIMT_FUNCTION(unsigned, __umul24, (unsigned a, unsigned b), (a & 0xffffffu) * (b & 0xffffffu))
SIMT_FUNCTION(int, __mulhi, (int a, int b), static_cast<long long>(a) * b >> 32)
SIMT_FUNCTION(unsigned,
              __umulhi,
              (unsigned a, unsigned b),
              static_cast<unsigned long long>(a) * b >> 32)
SIMT_FUNCTION(long long, __mul64hi, (long long a, long long b), static_cast<__int128>(a) * b >> 64)
SIMT_FUNCTION(unsigned long long,
              __umul64hi,
              (unsigned long long a, unsigned long long b),
              static_cast<unsigned __int128>(a) * b >> 64)
SIMT_FUNCTION(unsigned,
              __sad,
              (int a, int b, unsigned c),
              c + static_cast<unsigned>(a < b ? b - a : a - b))
SIMT_FUNCTION(unsigned, __usad, (unsigned a, unsigned b, unsigned c), c + (a < b ? b - a : a - b))
SIMT_FUNCTION(int, __hadd, (int a, int b), (static_cast<long long>(a) + b) >> 1)
SIMT_FUNCTION(int, __rhadd, (int a, int b), (static_cast<long long>(a) + b + 1) >> 1)
#undef SIMT_FUNCTION

// Hints to CUDA's compiler that g++ does not have.
#ifndef __clang__
#define __builtin_assume(condition) static_cast<void>(0)
#endif

// Order and time.
inline void __threadfence() {
  simt::thread_fence();
}
inline void __threadfence_block() {
  simt::thread_fence();
}
inline void __threadfence_system() {
  simt::thread_fence();
}
inline void __nanosleep(unsigned) {}
inline long long clock64() {
  return clock();
}  // it advances: a simulated GPU has no cycles
[[noreturn]] inline void __trap() {
  simt::trap();
}

#include "conversions.h"
#include "warp_functions.h"
