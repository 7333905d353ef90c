// CUDA's atomic functions: logged as what they are, and carried out at once.
#include <algorithm>
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
#define SIMT_ATOMIC(type, name, expression)                                   \
  type name(type* address, type value) {                                      \
    log_atomic(address, sizeof(type) == 4 ? simt::kAtomic4 : simt::kAtomic8,  \
               __builtin_return_address(0));                                  \
    return change(address, [value](type old) -> type { return expression; }); \
  }

using ull = unsigned long long;
using ll = long long;

SIMT_ATOMIC(int,
            atomicAdd,
            static_cast<int>(static_cast<unsigned>(old) + static_cast<unsigned>(value)))
SIMT_ATOMIC(unsigned, atomicAdd, old + value)
SIMT_ATOMIC(ull, atomicAdd, old + value)
SIMT_ATOMIC(float, atomicAdd, old + value)
SIMT_ATOMIC(double, atomicAdd, old + value)

float2 atomicAdd(float2* address, float2 value) {
  const void* from = __builtin_return_address(0);
  return {add_element(&address->x, value.x, from), add_element(&address->y, value.y, from)};
}

float4 atomicAdd(float4* address, float4 value) {
  const void* from = __builtin_return_address(0);
  return {add_element(&address->x, value.x, from), add_element(&address->y, value.y, from),
          add_element(&address->z, value.z, from), add_element(&address->w, value.w, from)};
}

SIMT_ATOMIC(int,
            atomicSub,
            static_cast<int>(static_cast<unsigned>(old) - static_cast<unsigned>(value)))
SIMT_ATOMIC(unsigned, atomicSub, old - value)

SIMT_ATOMIC(int, atomicExch, (static_cast<void>(old), value))
SIMT_ATOMIC(unsigned, atomicExch, (static_cast<void>(old), value))
SIMT_ATOMIC(ull, atomicExch, (static_cast<void>(old), value))
SIMT_ATOMIC(float, atomicExch, (static_cast<void>(old), value))

SIMT_ATOMIC(int, atomicMin, std::min(old, value))
SIMT_ATOMIC(unsigned, atomicMin, std::min(old, value))
SIMT_ATOMIC(ll, atomicMin, std::min(old, value))
SIMT_ATOMIC(ull, atomicMin, std::min(old, value))

SIMT_ATOMIC(int, atomicMax, std::max(old, value))
SIMT_ATOMIC(unsigned, atomicMax, std::max(old, value))
SIMT_ATOMIC(ll, atomicMax, std::max(old, value))
SIMT_ATOMIC(ull, atomicMax, std::max(old, value))

SIMT_ATOMIC(unsigned, atomicInc, old >= value ? 0 : old + 1)
SIMT_ATOMIC(unsigned, atomicDec, old == 0 || old > value ? value : old - 1)

SIMT_ATOMIC(int, atomicAnd, old& value)
SIMT_ATOMIC(unsigned, atomicAnd, old& value)
SIMT_ATOMIC(ull, atomicAnd, old& value)
SIMT_ATOMIC(int, atomicOr, old | value)
SIMT_ATOMIC(unsigned, atomicOr, old | value)
SIMT_ATOMIC(ull, atomicOr, old | value)
SIMT_ATOMIC(int, atomicXor, old ^ value)
SIMT_ATOMIC(unsigned, atomicXor, old ^ value)
SIMT_ATOMIC(ull, atomicXor, old ^ value)

#define SIMT_ATOMIC_CAS(type)                                                       \
  type atomicCAS(type* address, type compare, type value) {                         \
    log_atomic(address, sizeof(type) == 4 ? simt::kSwap4 : simt::kAtomic8,          \
               __builtin_return_address(0));                                        \
    return change(address, [=](type old) { return old == compare ? value : old; }); \
  }
SIMT_ATOMIC_CAS(int)
SIMT_ATOMIC_CAS(unsigned)
SIMT_ATOMIC_CAS(ull)
