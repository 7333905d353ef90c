// CUDA's device functions other than mathematics and barriers: loads with a cache hint, bit
// operations, conversions, the collective operations of a warp, order and time.
#pragma once

#include <limits.h>
#include <string.h>
#include <time.h>

#include "device/conversion_functions.h"
#include "device/integer_functions.h"
#include "device/warp_functions.h"
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

// Hints for CUDA's compiler that g++ does not have.
#ifndef __clang__
#define __builtin_assume(condition) static_cast<void>(0)
#endif

// Order and time: barriers and shuffles order a block, and a simulated GPU has no cycles: its clock
// only advances.
inline void __threadfence() {
  simt::thread_fence();
}
inline void __threadfence_block() {}
inline void __threadfence_system() {
  simt::thread_fence();
}
inline long long clock64() {
  return clock();
}
inline void __nanosleep(unsigned) {}
[[noreturn]] SIMT_INLINE void __trap() {
  simt::trap();
}
