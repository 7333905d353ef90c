// CUDA's device mathematics, using the C library. The approximate functions (__expf and similar)
// are exact here: a kernel must not depend on their last bits.
#pragma once

#include <math.h>
#include <stdlib.h>

#include "each.h"

// A function defined by an expression.
#define SIMT_FUNCTION(type, name, parameters, value) \
  inline type name parameters {                      \
    return value;                                    \
  }

// CUDA's min and max: global overloads, so that different types convert as in CUDA.
#define SIMT_MIN_MAX(type)                                            \
  SIMT_FUNCTION(constexpr type, min, (type a, type b), b < a ? b : a) \
  SIMT_FUNCTION(constexpr type, max, (type a, type b), a < b ? b : a)
#define SIMT_MIXED_MIN_MAX(result, a_type, b_type)                                      \
  SIMT_FUNCTION(constexpr result, min, (a_type a, b_type b), min(result(a), result(b))) \
  SIMT_FUNCTION(constexpr result, max, (a_type a, b_type b), max(result(a), result(b)))
#define SIMT_FMIN_FMAX(result, a_type, b_type, suffix)                 \
  SIMT_FUNCTION(result, min, (a_type a, b_type b), fmin##suffix(a, b)) \
  SIMT_FUNCTION(result, max, (a_type a, b_type b), fmax##suffix(a, b))
SIMT_EACH(SIMT_MIN_MAX, int, unsigned, long, unsigned long, long long, unsigned long long)
SIMT_MIXED_MIN_MAX(unsigned, int, unsigned)
SIMT_MIXED_MIN_MAX(unsigned, unsigned, int)
SIMT_FMIN_FMAX(float, float, float, f)
SIMT_FMIN_FMAX(double, double, double, )
SIMT_FMIN_FMAX(double, float, double, )
SIMT_FMIN_FMAX(double, double, float, )
#undef SIMT_FMIN_FMAX
#undef SIMT_MIXED_MIN_MAX
#undef SIMT_MIN_MAX
SIMT_FUNCTION(constexpr unsigned, umin, (unsigned a, unsigned b), min(a, b))
SIMT_FUNCTION(constexpr unsigned, umax, (unsigned a, unsigned b), max(a, b))

// Each for float, with `f` behind its name, and for double.
#define SIMT_FOR_REAL(real, f)                                                            \
  SIMT_FUNCTION(real, rsqrt##f, (real x), 1 / sqrt##f(x))                                 \
  SIMT_FUNCTION(real, rcbrt##f, (real x), 1 / cbrt##f(x))                                 \
  SIMT_FUNCTION(real, norm3d##f, (real a, real b, real c), sqrt##f(a* a + b * b + c * c)) \
  SIMT_FUNCTION(real, norm4d##f, (real a, real b, real c, real d),                        \
                sqrt##f(a* a + b * b + c * c + d * d))                                    \
  SIMT_FUNCTION(real, rhypot##f, (real a, real b), 1 / hypot##f(a, b))                    \
  SIMT_FUNCTION(real, rnorm3d##f, (real a, real b, real c), 1 / norm3d##f(a, b, c))       \
  SIMT_FUNCTION(real, rnorm4d##f, (real a, real b, real c, real d), 1 / norm4d##f(a, b, c, d))
SIMT_FOR_REAL(float, f)
SIMT_FOR_REAL(double, )
#undef SIMT_FOR_REAL
SIMT_FUNCTION(float, fdividef, (float a, float b), a / b)
SIMT_FUNCTION(double, normcdf, (double x), 0.5 * erfc(-x * 0.70710678118654752440))
SIMT_FUNCTION(float, normcdff, (float x), static_cast<float>(normcdf(x)))
// The period of x is 2, which keeps large x exact.
SIMT_FUNCTION(double, sinpi, (double x), sin(3.14159265358979323846 * remainder(x, 2.0)))
SIMT_FUNCTION(double, cospi, (double x), cos(3.14159265358979323846 * remainder(x, 2.0)))
SIMT_FUNCTION(float, sinpif, (float x), static_cast<float>(sinpi(x)))
SIMT_FUNCTION(float, cospif, (float x), static_cast<float>(cospi(x)))
#define SIMT_SINCOS(name, real, sin, cos)              \
  inline void name(real x, real* sine, real* cosine) { \
    *sine = sin(x);                                    \
    *cosine = cos(x);                                  \
  }
SIMT_SINCOS(sincospif, float, sinpif, cospif)
SIMT_SINCOS(sincospi, double, sinpi, cospi)
// The C library's own would store both results in one place of the program.
SIMT_SINCOS(__nv_sincosf, float, sinf, cosf)
SIMT_SINCOS(__nv_sincos, double, sin, cos)
#undef SIMT_SINCOS

// Intrinsics. Rounding to nearest is the machine's default.
#define SIMT_ROUNDED(real, letter, f)                              \
  SIMT_FUNCTION(real, __##letter##add_rn, (real a, real b), a + b) \
  SIMT_FUNCTION(real, __##letter##sub_rn, (real a, real b), a - b) \
  SIMT_FUNCTION(real, __##letter##mul_rn, (real a, real b), a* b)  \
  SIMT_FUNCTION(real, __##letter##div_rn, (real a, real b), a / b) \
  SIMT_FUNCTION(real, __##letter##sqrt_rn, (real x), sqrt##f(x))   \
  SIMT_FUNCTION(real, __fma##f##_rn, (real a, real b, real c), fma##f(a, b, c))
SIMT_ROUNDED(float, f, f)
SIMT_ROUNDED(double, d, )
#undef SIMT_ROUNDED
SIMT_FUNCTION(float, __frcp_rn, (float x), 1.0f / x)
SIMT_FUNCTION(float, __frsqrt_rn, (float x), rsqrtf(x))
SIMT_FUNCTION(float, __fdividef, (float a, float b), a / b)
SIMT_FUNCTION(float, __saturatef, (float x), x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f)

#undef SIMT_FUNCTION

// Macros, because the C library also declares functions with these names.
#define __cosf cosf
#define __exp10f exp10f
#define __expf expf
#define __log10f log10f
#define __log2f log2f
#define __logf logf
#define __powf powf
#define __sincosf __nv_sincosf
#define __sinf sinf
#define __tanf tanf
#define sincos __nv_sincos
#define sincosf __nv_sincosf
