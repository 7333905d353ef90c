// CUDA's vector types and their make_ functions: float4 and its like, sizes and alignments as on a
// GPU. uint3 and dim3 come before this header, from simt_abi.h.
#pragma once

// A 16-byte access must stay one access. g++ keeps a struct's together (-fno-tree-sra); clang
// splits structs before it instruments, but not vectors. Its CUDA mode is for checking only and
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

// Vectors of three are never accessed as one, and a vector of one has no padding: structs both.
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

#define SIMT_MAKE(name, element)                                                        \
  inline constexpr name##1 make_##name##1(element x) {                                  \
    return {x};                                                                         \
  }                                                                                     \
  inline constexpr name##2 make_##name##2(element x, element y) {                       \
    return {x, y};                                                                      \
  }                                                                                     \
  inline constexpr name##3 make_##name##3(element x, element y, element z) {            \
    return {x, y, z};                                                                   \
  }                                                                                     \
  inline constexpr name##4 make_##name##4(element x, element y, element z, element w) { \
    return {x, y, z, w};                                                                \
  }

SIMT_VECTORS(char, signed char, 1)
SIMT_VECTORS(uchar, unsigned char, 1)
SIMT_VECTORS(short, short, 2)
SIMT_VECTORS(ushort, unsigned short, 2)
SIMT_VECTORS(int, int, 4)
SIMT_VECTORS(uint, unsigned, 4)
SIMT_VECTORS(float, float, 4)
SIMT_VECTORS(longlong, long long, 8)
SIMT_VECTORS(ulonglong, unsigned long long, 8)
SIMT_VECTORS(double, double, 8)

SIMT_VECTOR_OF_3(char, signed char)
SIMT_VECTOR_OF_3(uchar, unsigned char)
SIMT_VECTOR_OF_3(short, short)
SIMT_VECTOR_OF_3(ushort, unsigned short)
SIMT_VECTOR_OF_3(int, int)
SIMT_VECTOR_OF_3(float, float)
SIMT_VECTOR_OF_3(longlong, long long)
SIMT_VECTOR_OF_3(ulonglong, unsigned long long)
SIMT_VECTOR_OF_3(double, double)

SIMT_MAKE(char, signed char)
SIMT_MAKE(uchar, unsigned char)
SIMT_MAKE(short, short)
SIMT_MAKE(ushort, unsigned short)
SIMT_MAKE(int, int)
SIMT_MAKE(uint, unsigned)
SIMT_MAKE(float, float)
SIMT_MAKE(longlong, long long)
SIMT_MAKE(ulonglong, unsigned long long)
SIMT_MAKE(double, double)

#undef SIMT_MAKE
#undef SIMT_VECTOR_OF_3
#undef SIMT_VECTORS
#undef SIMT_VECTOR
