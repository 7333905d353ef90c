// The hooks that -fsanitize=thread calls for C++ atomics of student code.
#include "common/simt/integers.h"

using namespace simt;

extern "C" {

// They must be truly atomic: the module's host code uses them in reference counts and static
// variables. They use the strongest memory order, which costs nothing important here.
#define SIMT_ATOMIC_FETCH(bits, type, name, expression)                        \
  type __tsan_atomic##bits##_fetch_##name(volatile type* p, type value, int) { \
    return expression;                                                         \
  }

#define SIMT_ATOMIC_HOOKS(bits, type)                                                             \
  type __tsan_atomic##bits##_load(const volatile type* p, int) {                                  \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                  \
  }                                                                                               \
  void __tsan_atomic##bits##_store(volatile type* p, type value, int) {                           \
    __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                                 \
  }                                                                                               \
  type __tsan_atomic##bits##_exchange(volatile type* p, type value, int) {                        \
    return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);                                       \
  }                                                                                               \
  SIMT_ATOMIC_FETCH(bits, type, add, __atomic_fetch_add(p, value, __ATOMIC_SEQ_CST))              \
  SIMT_ATOMIC_FETCH(bits, type, sub, __atomic_fetch_sub(p, value, __ATOMIC_SEQ_CST))              \
  SIMT_ATOMIC_FETCH(bits, type, and, __atomic_fetch_and(p, value, __ATOMIC_SEQ_CST))              \
  SIMT_ATOMIC_FETCH(bits, type, or, __atomic_fetch_or(p, value, __ATOMIC_SEQ_CST))                \
  SIMT_ATOMIC_FETCH(bits, type, xor, __atomic_fetch_xor(p, value, __ATOMIC_SEQ_CST))              \
  SIMT_ATOMIC_FETCH(bits, type, nand, __atomic_fetch_nand(p, value, __ATOMIC_SEQ_CST))            \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile type* p, type* expected, type value, \
                                                    int, int) {                                   \
    return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST,               \
                                       __ATOMIC_SEQ_CST);                                         \
  }                                                                                               \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile type* p, type* expected, type value,   \
                                                  int, int) {                                     \
    return __atomic_compare_exchange_n(p, expected, value, true, __ATOMIC_SEQ_CST,                \
                                       __ATOMIC_SEQ_CST);                                         \
  }                                                                                               \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type* p, type expected, type value,    \
                                                  int, int) {                                     \
    __atomic_compare_exchange_n(p, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);  \
    return expected;                                                                              \
  }

SIMT_ATOMIC_HOOKS(8, u8)
SIMT_ATOMIC_HOOKS(16, u16)
SIMT_ATOMIC_HOOKS(32, u32)
SIMT_ATOMIC_HOOKS(64, u64)

void __tsan_atomic_thread_fence(int) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

}  // extern "C"
