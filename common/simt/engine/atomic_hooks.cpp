// The hooks that -fsanitize=thread calls for C++ atomics of student code.
#include "common/simt/engine/fibers.h"
#include "common/simt/shim/simt_abi.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"

using namespace simt;

namespace {

// In a kernel each counts as an atomic function of CUDA's does.
SIMT_INLINE void log_in_kernel(const volatile void* p, u32 bytes, const void* from) {
  if (hot.lane != nullptr) {
    const u64 address = reinterpret_cast<u64>(p) & ~u64{bytes <= 4 ? 3u : 0u};
    log_access(reinterpret_cast<const void*>(address), bytes == 8 ? kAtomic8 : kAtomic4, from);
  }
}

}  // namespace

extern "C" {

// They must be truly atomic: the module's host code uses them in reference counts and static
// variables. They use the strongest memory order, which costs nothing important here.
#define SIMT_ATOMIC_FETCH(bits, type, name)                                    \
  type __tsan_atomic##bits##_fetch_##name(volatile type* p, type value, int) { \
    log_in_kernel(p, bits / 8, __builtin_return_address(0));                   \
    return __atomic_fetch_##name(p, value, __ATOMIC_SEQ_CST);                  \
  }

#define SIMT_COMPARE_EXCHANGE(bits, type, name, is_weak)                                          \
  int __tsan_atomic##bits##_compare_exchange_##name(volatile type* p, type* expected, type value, \
                                                    int, int) {                                   \
    log_in_kernel(p, bits / 8, __builtin_return_address(0));                                      \
    return __atomic_compare_exchange_n(p, expected, value, is_weak, __ATOMIC_SEQ_CST,             \
                                       __ATOMIC_SEQ_CST);                                         \
  }

#define SIMT_ATOMIC_HOOKS(bits, type)                                                            \
  type __tsan_atomic##bits##_load(const volatile type* p, int) {                                 \
    log_in_kernel(p, bits / 8, __builtin_return_address(0));                                     \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                 \
  }                                                                                              \
  void __tsan_atomic##bits##_store(volatile type* p, type value, int) {                          \
    log_in_kernel(p, bits / 8, __builtin_return_address(0));                                     \
    __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                                \
  }                                                                                              \
  type __tsan_atomic##bits##_exchange(volatile type* p, type value, int) {                       \
    log_in_kernel(p, bits / 8, __builtin_return_address(0));                                     \
    return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);                                      \
  }                                                                                              \
  SIMT_ATOMIC_FETCH(bits, type, add)                                                             \
  SIMT_ATOMIC_FETCH(bits, type, sub)                                                             \
  SIMT_ATOMIC_FETCH(bits, type, and)                                                             \
  SIMT_ATOMIC_FETCH(bits, type, or)                                                              \
  SIMT_ATOMIC_FETCH(bits, type, xor)                                                             \
  SIMT_ATOMIC_FETCH(bits, type, nand)                                                            \
  SIMT_COMPARE_EXCHANGE(bits, type, strong, false)                                               \
  SIMT_COMPARE_EXCHANGE(bits, type, weak, true)                                                  \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type* p, type expected, type value,   \
                                                  int, int) {                                    \
    log_in_kernel(p, bits / 8, __builtin_return_address(0));                                     \
    __atomic_compare_exchange_n(p, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    return expected;                                                                             \
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
