// Atomic functions. The runtime carries them out, so that it knows them from plain accesses.
#pragma once

#include <type_traits>

#include "simt_abi.h"
#include "vector_types.h"

int atomicAdd(int* address, int value);
unsigned atomicAdd(unsigned* address, unsigned value);
unsigned long long atomicAdd(unsigned long long* address, unsigned long long value);
float atomicAdd(float* address, float value);
double atomicAdd(double* address, double value);
// Each element by itself is added atomically.
float2 atomicAdd(float2* address, float2 value);
float4 atomicAdd(float4* address, float4 value);

int atomicSub(int* address, int value);
unsigned atomicSub(unsigned* address, unsigned value);

int atomicExch(int* address, int value);
unsigned atomicExch(unsigned* address, unsigned value);
unsigned long long atomicExch(unsigned long long* address, unsigned long long value);
float atomicExch(float* address, float value);

int atomicMin(int* address, int value);
unsigned atomicMin(unsigned* address, unsigned value);
long long atomicMin(long long* address, long long value);
unsigned long long atomicMin(unsigned long long* address, unsigned long long value);

int atomicMax(int* address, int value);
unsigned atomicMax(unsigned* address, unsigned value);
long long atomicMax(long long* address, long long value);
unsigned long long atomicMax(unsigned long long* address, unsigned long long value);

unsigned atomicInc(unsigned* address, unsigned limit);
unsigned atomicDec(unsigned* address, unsigned limit);

int atomicCAS(int* address, int compare, int value);
unsigned atomicCAS(unsigned* address, unsigned compare, unsigned value);
unsigned long long atomicCAS(unsigned long long* address,
                             unsigned long long compare,
                             unsigned long long value);

int atomicAnd(int* address, int value);
unsigned atomicAnd(unsigned* address, unsigned value);
unsigned long long atomicAnd(unsigned long long* address, unsigned long long value);
int atomicOr(int* address, int value);
unsigned atomicOr(unsigned* address, unsigned value);
unsigned long long atomicOr(unsigned long long* address, unsigned long long value);
int atomicXor(int* address, int value);
unsigned atomicXor(unsigned* address, unsigned value);
unsigned long long atomicXor(unsigned long long* address, unsigned long long value);

// The scopes of a whole system and of a block: never weaker here than asked for.
#define SIMT_SCOPED(name, scope)                                            \
  template <class T>                                                        \
  SIMT_INLINE T name##_##scope(T* address, std::type_identity_t<T> value) { \
    return name(address, value);                                            \
  }
#define SIMT_SCOPED_CAS(scope)                                                 \
  template <class T>                                                           \
  SIMT_INLINE T atomicCAS_##scope(T* address, std::type_identity_t<T> compare, \
                                  std::type_identity_t<T> value) {             \
    return atomicCAS(address, compare, value);                                 \
  }
#define SIMT_SCOPED_ATOMICS(scope) \
  SIMT_SCOPED(atomicAdd, scope)    \
  SIMT_SCOPED(atomicSub, scope)    \
  SIMT_SCOPED(atomicExch, scope)   \
  SIMT_SCOPED(atomicMin, scope)    \
  SIMT_SCOPED(atomicMax, scope)    \
  SIMT_SCOPED(atomicInc, scope)    \
  SIMT_SCOPED(atomicDec, scope)    \
  SIMT_SCOPED(atomicAnd, scope)    \
  SIMT_SCOPED(atomicOr, scope)     \
  SIMT_SCOPED(atomicXor, scope)    \
  SIMT_SCOPED_CAS(scope)
SIMT_SCOPED_ATOMICS(block)
SIMT_SCOPED_ATOMICS(system)
#undef SIMT_SCOPED_ATOMICS
#undef SIMT_SCOPED_CAS
#undef SIMT_SCOPED
