// Atomic functions. The runtime executes them, so it can distinguish them from plain accesses.
#pragma once

#include <type_traits>

#include "each.h"
#include "simt_abi.h"
#include "vector_types.h"

#define SIMT_ATOMIC(type, name) type name(type* address, type value);
#define SIMT_SWAP(type) type atomicCAS(type* address, type compare, type value);
#include "atomic_functions.table"
#undef SIMT_SWAP
#undef SIMT_ATOMIC

// Adds each element atomically, but not both together.
float2 atomicAdd(float2* address, float2 value);
float4 atomicAdd(float4* address, float4 value);

namespace simt {
// A number of 2 bytes, or two of them, becomes `update` of it and `value`; returns the old one.
unsigned update_narrow(void* address, unsigned bytes, unsigned (*update)(unsigned, unsigned),
                       unsigned value);

// The scopes of a whole system and of a block.
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
