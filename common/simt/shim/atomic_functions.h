// Atomic functions. The runtime executes them, so it can distinguish them from plain accesses.
#pragma once

#include <type_traits>

#include "each.h"
#include "simt_abi.h"
#include "vector_types.h"

// The new value that each computes from the old one.
#define SIMT_ORDER_ATOMICS(ATOMIC, type)             \
  ATOMIC(type, atomicMin, value < old ? value : old) \
  ATOMIC(type, atomicMax, old < value ? value : old)
#define SIMT_INTEGER_ATOMICS(ATOMIC, type) \
  SIMT_ORDER_ATOMICS(ATOMIC, type)         \
  ATOMIC(type, atomicExch, value)          \
  ATOMIC(type, atomicAnd, old& value)      \
  ATOMIC(type, atomicOr, old | value)      \
  ATOMIC(type, atomicXor, old ^ value)
#define SIMT_ATOMICS(ATOMIC)                                             \
  ATOMIC(int, atomicAdd, int(unsigned(old) + unsigned(value)))           \
  ATOMIC(unsigned, atomicAdd, old + value)                               \
  ATOMIC(unsigned long long, atomicAdd, old + value)                     \
  ATOMIC(float, atomicAdd, old + value)                                  \
  ATOMIC(double, atomicAdd, old + value)                                 \
  ATOMIC(int, atomicSub, int(unsigned(old) - unsigned(value)))           \
  ATOMIC(unsigned, atomicSub, old - value)                               \
  ATOMIC(float, atomicExch, value)                                       \
  ATOMIC(unsigned, atomicInc, old >= value ? 0 : old + 1)                \
  ATOMIC(unsigned, atomicDec, old == 0 || old > value ? value : old - 1) \
  SIMT_ORDER_ATOMICS(ATOMIC, long long)                                  \
  SIMT_INTEGER_ATOMICS(ATOMIC, int)                                      \
  SIMT_INTEGER_ATOMICS(ATOMIC, unsigned)                                 \
  SIMT_INTEGER_ATOMICS(ATOMIC, unsigned long long)
#define SIMT_COMPARE_AND_SWAPS(SWAP) \
  SWAP(int)                          \
  SWAP(unsigned)                     \
  SWAP(unsigned long long)

#define SIMT_DECLARE(type, name, after) type name(type* address, type value);
#define SIMT_DECLARE_SWAP(type) type atomicCAS(type* address, type compare, type value);
SIMT_ATOMICS(SIMT_DECLARE)
SIMT_COMPARE_AND_SWAPS(SIMT_DECLARE_SWAP)
#undef SIMT_DECLARE_SWAP
#undef SIMT_DECLARE

// Adds each element atomically, but not both together.
float2 atomicAdd(float2* address, float2 value);
float4 atomicAdd(float4* address, float4 value);

// The scopes of a whole system and of a block.
namespace simt {
void begin_scope_of_block();  // of the next atomic
SIMT_INLINE void begin_scope_of_system() {}
}  // namespace simt
#define SIMT_SCOPED_AS(name, scope)                                         \
  template <class T>                                                        \
  SIMT_INLINE T name##_##scope(T* address, std::type_identity_t<T> value) { \
    simt::begin_scope_of_##scope();                                         \
    return name(address, value);                                            \
  }
#define SIMT_SCOPED(name) SIMT_SCOPED_AS(name, block) SIMT_SCOPED_AS(name, system)
#define SIMT_SCOPED_CAS(scope)                                                 \
  template <class T>                                                           \
  SIMT_INLINE T atomicCAS_##scope(T* address, std::type_identity_t<T> compare, \
                                  std::type_identity_t<T> value) {             \
    simt::begin_scope_of_##scope();                                            \
    return atomicCAS(address, compare, value);                                 \
  }
SIMT_EACH(SIMT_SCOPED, atomicAdd, atomicSub, atomicExch, atomicMin, atomicMax, atomicInc, atomicDec,
          atomicAnd, atomicOr, atomicXor)
SIMT_EACH(SIMT_SCOPED_CAS, block, system)
#undef SIMT_SCOPED_CAS
#undef SIMT_SCOPED
#undef SIMT_SCOPED_AS
