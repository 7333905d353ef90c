// CUDA's atomic functions: logged as what they are, and carried out at once.
#include <cstring>
#include <type_traits>

#include "common/simt/engine/lane.h"
#include "common/simt/shim/atomic_functions.h"

namespace {

using simt::u32;
using simt::u64;

void log_atomic(void* address, u32 kind, const void* return_address) {
  simt::Hot& h = simt::hot;
  h.address[h.logged] = reinterpret_cast<u64>(address);
  h.code[h.logged] = simt::access_code(return_address, kind);
  if (++h.logged >= h.capacity) {
    simt::log_is_full();
  }
}

// Replaces the value by update(value), atomically; returns the old one.
template <class T, class Update>
T change(T* address, Update update) {
  using Bits = std::conditional_t<sizeof(T) == 4, u32, u64>;
  Bits* bits = reinterpret_cast<Bits*>(address);
  Bits before = __atomic_load_n(bits, __ATOMIC_SEQ_CST);
  for (;;) {
    T old;
    std::memcpy(&old, &before, sizeof old);
    const T wanted = update(old);
    Bits after;
    std::memcpy(&after, &wanted, sizeof after);
    if (__atomic_compare_exchange_n(bits, &before, after, false, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST)) {
      return old;
    }
  }
}

float add_element(float* address, float value, const void* return_address) {
  log_atomic(address, simt::kAtomic4, return_address);
  return change(address, [value](float old) { return old + value; });
}

}  // namespace

// The return address is the student's call, so each function logs by itself.
#define SIMT_ATOMIC(type, name, after)                                                    \
  type name(type* address, type value) {                                                  \
    log_atomic(address, sizeof(type) == 4 ? simt::kAtomic4 : simt::kAtomic8,              \
               __builtin_return_address(0));                                              \
    return change(address, [value]([[maybe_unused]] type old) -> type { return after; }); \
  }
SIMT_ATOMICS(SIMT_ATOMIC)

#define SIMT_ATOMIC_CAS(type)                                                       \
  type atomicCAS(type* address, type compare, type value) {                         \
    log_atomic(address, sizeof(type) == 4 ? simt::kSwap4 : simt::kAtomic8,          \
               __builtin_return_address(0));                                        \
    return change(address, [=](type old) { return old == compare ? value : old; }); \
  }
SIMT_COMPARE_AND_SWAPS(SIMT_ATOMIC_CAS)

float2 atomicAdd(float2* address, float2 value) {
  const void* from = __builtin_return_address(0);
  return {add_element(&address->x, value.x, from), add_element(&address->y, value.y, from)};
}

float4 atomicAdd(float4* address, float4 value) {
  const void* from = __builtin_return_address(0);
  return {add_element(&address->x, value.x, from), add_element(&address->y, value.y, from),
          add_element(&address->z, value.z, from), add_element(&address->w, value.w, from)};
}
