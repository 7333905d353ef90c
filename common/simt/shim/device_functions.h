// CUDA's device functions that are neither mathematics nor barriers: loads with a cache hint, bit
// tricks, conversions, and what a warp's lanes do together.
#pragma once

#include <limits.h>
#include <string.h>
#include <time.h>

#include "simt_abi.h"

// Cache hints change neither values nor requests.
template <class T>
SIMT_INLINE T __ldg(const T* p) {
  return *p;
}
template <class T>
SIMT_INLINE T __ldca(const T* p) {
  return *p;
}
template <class T>
SIMT_INLINE T __ldcg(const T* p) {
  return *p;
}
template <class T>
SIMT_INLINE T __ldcs(const T* p) {
  return *p;
}
template <class T>
SIMT_INLINE T __ldlu(const T* p) {
  return *p;
}
template <class T>
SIMT_INLINE T __ldcv(const T* p) {
  return *static_cast<const volatile T*>(p);
}
template <class T>
SIMT_INLINE void __stwb(T* p, T value) {
  *p = value;
}
template <class T>
SIMT_INLINE void __stcg(T* p, T value) {
  *p = value;
}
template <class T>
SIMT_INLINE void __stcs(T* p, T value) {
  *p = value;
}
template <class T>
SIMT_INLINE void __stwt(T* p, T value) {
  *p = value;
}

// Bits.
inline int __popc(unsigned x) {
  return __builtin_popcount(x);
}
inline int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
inline int __clz(int x) {
  return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x));
}
inline int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
inline int __ffs(int x) {
  return __builtin_ffs(x);
}
inline int __ffsll(long long x) {
  return __builtin_ffsll(x);
}
inline unsigned long long __brevll(unsigned long long x) {
  unsigned long long reversed = 0;
  for (int bit = 0; bit < 64; ++bit) {
    reversed |= (x >> bit & 1) << (63 - bit);
  }
  return reversed;
}
inline unsigned __brev(unsigned x) {
  return static_cast<unsigned>(__brevll(x) >> 32);
}
// Each of the result's four bytes is the byte of y:x that a nibble of `selector` names; bit 3 of
// the nibble spreads that byte's sign instead.
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
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
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>(both << (shift & 31u) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>(both >> (shift & 31u));
}

// Integer arithmetic.
inline int __mul24(int a, int b) {
  const auto low_24 = [](int x) { return static_cast<int>(static_cast<unsigned>(x) << 8) >> 8; };
  return static_cast<int>(static_cast<long long>(low_24(a)) * low_24(b));
}
inline unsigned __umul24(unsigned a, unsigned b) {
  return (a & 0xffffffu) * (b & 0xffffffu);
}
inline int __mulhi(int a, int b) {
  return static_cast<int>(static_cast<long long>(a) * b >> 32);
}
inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
inline long long __mul64hi(long long a, long long b) {
  return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
inline unsigned __sad(int a, int b, unsigned c) {
  return c + static_cast<unsigned>(a < b ? b - a : a - b);
}
inline unsigned __usad(unsigned a, unsigned b, unsigned c) {
  return c + (a < b ? b - a : a - b);
}
inline int __hadd(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) + b) >> 1);
}
inline int __rhadd(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1);
}

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
