// C library functions for kernels, in addition to the host's own, which clang treats as host-only.
#pragma once

// <cmath> only imported the host's functions.
#define SIMT_ALSO_IN_STD(name) \
  namespace std {              \
  using ::name;                \
  using ::name##f;             \
  }
#define SIMT_UNARY(name)           \
  __device__ double name(double);  \
  __device__ float name##f(float); \
  SIMT_ALSO_IN_STD(name)
#define SIMT_BINARY(name)                 \
  __device__ double name(double, double); \
  __device__ float name##f(float, float); \
  SIMT_ALSO_IN_STD(name)

SIMT_UNARY(acos)
SIMT_UNARY(acosh)
SIMT_UNARY(asin)
SIMT_UNARY(asinh)
SIMT_UNARY(atan)
SIMT_UNARY(atanh)
SIMT_UNARY(cbrt)
SIMT_UNARY(ceil)
SIMT_UNARY(cos)
SIMT_UNARY(cosh)
SIMT_UNARY(erf)
SIMT_UNARY(erfc)
SIMT_UNARY(exp)
SIMT_UNARY(exp10)
SIMT_UNARY(exp2)
SIMT_UNARY(expm1)
SIMT_UNARY(fabs)
SIMT_UNARY(floor)
SIMT_UNARY(j0)
SIMT_UNARY(j1)
SIMT_UNARY(lgamma)
SIMT_UNARY(log)
SIMT_UNARY(log10)
SIMT_UNARY(log1p)
SIMT_UNARY(log2)
SIMT_UNARY(logb)
SIMT_UNARY(nearbyint)
SIMT_UNARY(rint)
SIMT_UNARY(round)
SIMT_UNARY(sin)
SIMT_UNARY(sinh)
SIMT_UNARY(sqrt)
SIMT_UNARY(tan)
SIMT_UNARY(tanh)
SIMT_UNARY(tgamma)
SIMT_UNARY(trunc)
SIMT_UNARY(y0)
SIMT_UNARY(y1)

SIMT_BINARY(atan2)
SIMT_BINARY(copysign)
SIMT_BINARY(fdim)
SIMT_BINARY(fmax)
SIMT_BINARY(fmin)
SIMT_BINARY(fmod)
SIMT_BINARY(hypot)
SIMT_BINARY(nextafter)
SIMT_BINARY(pow)
SIMT_BINARY(remainder)

// Other parameters or results: `real` means double, and float in the name with an f.
#define SIMT_REAL(result, name, ...)              \
  namespace simt_stub {                           \
  template <class real>                           \
  using name##_of = result(__VA_ARGS__);          \
  }                                               \
  __device__ simt_stub::name##_of<double> name;   \
  __device__ simt_stub::name##_of<float> name##f; \
  SIMT_ALSO_IN_STD(name)

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
}  // namespace std

#undef SIMT_REAL
#undef SIMT_BINARY
#undef SIMT_UNARY
#undef SIMT_ALSO_IN_STD
