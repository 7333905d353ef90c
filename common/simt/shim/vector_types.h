// CUDA's vector types and their make_ functions: float4 and the others, with sizes and alignments
// as on a GPU. uint3 and dim3 are in simt_abi.h, which comes first.
#pragma once

// A 16-byte access must stay one access. g++ keeps a struct's access together (-fno-tree-sra);
// clang splits structs before it instruments, but not vectors. Clang's CUDA mode only checks, and
// keeps CUDA's structs.
#if defined(__clang__) && !defined(__CUDA__)
#define SIMT_VECTOR(type, element, count, alignment, ...) \
  typedef element type __attribute__((ext_vector_type(count)));
#else
#define SIMT_VECTOR(type, element, count, alignment, ...) \
  struct __attribute__((aligned(alignment))) type {       \
    element __VA_ARGS__;                                  \
  };
#endif

// Vectors of three are never accessed as one, and a vector of one has no padding: both are structs.
#define SIMT_VECTORS(name, element, size)          \
  struct name##1 {                                 \
    element x;                                     \
  };                                               \
  SIMT_VECTOR(name##2, element, 2, 2 * size, x, y) \
  SIMT_VECTOR(name##4, element, 4, (size < 4 ? 4 * size : 16), x, y, z, w)

#define SIMT_VECTOR_OF_3(name, element) \
  struct name##3 {                      \
    element x, y, z;                    \
  };

#define SIMT_MAKER(type, parameters, ...)        \
  inline constexpr type make_##type parameters { \
    return {__VA_ARGS__};                        \
  }
#define SIMT_MAKE(name, element)                                  \
  SIMT_MAKER(name##1, (element x), x)                             \
  SIMT_MAKER(name##2, (element x, element y), x, y)               \
  SIMT_MAKER(name##3, (element x, element y, element z), x, y, z) \
  SIMT_MAKER(name##4, (element x, element y, element z, element w), x, y, z, w)

#define SIMT_FAMILY(name, element, size) \
  SIMT_VECTORS(name, element, size)      \
  SIMT_VECTOR_OF_3(name, element)        \
  SIMT_MAKE(name, element)

#include "vector_types.table"

#undef SIMT_FAMILY
#undef SIMT_MAKE
#undef SIMT_MAKER
#undef SIMT_VECTOR_OF_3
#undef SIMT_VECTORS
#undef SIMT_VECTOR
