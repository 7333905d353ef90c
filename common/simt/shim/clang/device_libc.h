// C library functions for kernels, in addition to the host's own, which clang treats as host-only.
#pragma once

#include "../each.h"

// <cmath> only imported the host's functions.
#define SIMT_ALSO_IN_STD(name) \
  namespace std {              \
  using ::name;                \
  using ::name##f;             \
  }
// `real` means double, and float in the name with an f.
#define SIMT_REAL(result, name, ...)              \
  namespace simt_stub {                           \
  template <class real>                           \
  using name##_of = result(__VA_ARGS__);          \
  }                                               \
  __device__ simt_stub::name##_of<double> name;   \
  __device__ simt_stub::name##_of<float> name##f; \
  SIMT_ALSO_IN_STD(name)

#define SIMT_UNARY(name) SIMT_REAL(real, name, real)
#define SIMT_BINARY(name) SIMT_REAL(real, name, real, real)
SIMT_EACH(SIMT_UNARY, acos, acosh, asin, asinh, atan, atanh, cbrt, ceil, cos, cosh, erf, erfc, exp,
          exp10, exp2, expm1, fabs, floor, j0, j1, lgamma, log, log10, log1p, log2, logb, nearbyint,
          rint, round, sin, sinh, sqrt, tan, tanh, tgamma, trunc, y0, y1)
SIMT_EACH(SIMT_BINARY, atan2, copysign, fdim, fmax, fmin, fmod, hypot, nextafter, pow, remainder)
SIMT_REAL(real, fma, real, real, real)
SIMT_REAL(real, frexp, real, int*)
SIMT_REAL(real, ldexp, real, int)
SIMT_REAL(real, modf, real, real*)
SIMT_REAL(real, nan, const char*)
SIMT_REAL(real, remquo, real, real, int*)
SIMT_REAL(real, scalbln, real, long)
SIMT_REAL(real, scalbn, real, int)
SIMT_REAL(int, ilogb, real)
SIMT_REAL(long, lrint, real)
SIMT_REAL(long, lround, real)
SIMT_REAL(long long, llrint, real)
SIMT_REAL(long long, llround, real)

// Overloads beside the host's templates.
#define SIMT_CLASSIFY(name)     \
  __device__ bool name(float);  \
  __device__ bool name(double); \
  namespace std {               \
  using ::name;                 \
  }
SIMT_EACH(SIMT_CLASSIFY, isfinite, isinf, isnan, signbit)

__device__ double jn(int, double);
__device__ float jnf(int, float);
__device__ double yn(int, double);
__device__ float ynf(int, float);
__device__ void sincos(double, double*, double*);
__device__ void sincosf(float, float*, float*);

__device__ int abs(int);
__device__ long labs(long);
__device__ long long llabs(long long);
__device__ clock_t clock();
__device__ size_t strlen(const char*);
__device__ void* malloc(size_t);
__device__ void free(void*);
__device__ void* memcpy(void*, const void*, size_t);
__device__ void* memset(void*, int, size_t);
template <class... Args>
__device__ int printf(const char*, Args...);
__device__ void __assert_fail(const char*, const char*, unsigned, const char*);

namespace std {
using ::abs;
using ::free;
using ::labs;
using ::llabs;
using ::malloc;
using ::memcpy;
using ::memset;
using ::printf;
// The only constexpr functions of the host that kernels may call, with std::initializer_list's.
// clang 14 reads both sides' back from a precompiled header as one, unless they differ in a
// parameter.
template <class T, class = void>
__device__ constexpr T&& forward(remove_reference_t<T>&) noexcept;
template <class T, class = void>
__device__ constexpr T&& forward(remove_reference_t<T>&&) noexcept;
template <class T, class = void>
__device__ constexpr remove_reference_t<T>&& move(T&&) noexcept;
}  // namespace std

#undef SIMT_CLASSIFY
#undef SIMT_BINARY
#undef SIMT_UNARY
#undef SIMT_REAL
#undef SIMT_ALSO_IN_STD
