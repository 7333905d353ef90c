// Atomic functions. The runtime carries them out, so that it knows them from plain accesses.
#pragma once

#include "simt_abi.h"

int atomicAdd(int* address, int value);
unsigned atomicAdd(unsigned* address, unsigned value);
unsigned long long atomicAdd(unsigned long long* address, unsigned long long value);
float atomicAdd(float* address, float value);
double atomicAdd(double* address, double value);

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
template <class T>
SIMT_INLINE T atomicAdd_system(T* address, T value) {
  return atomicAdd(address, value);
}
template <class T>
SIMT_INLINE T atomicAdd_block(T* address, T value) {
  return atomicAdd(address, value);
}
