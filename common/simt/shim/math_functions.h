// CUDA's device mathematics, using the C library. The approximate functions (__expf and similar)
// are exact here: a kernel must not depend on their last bits.
#pragma once

#include <math.h>
#include <stdlib.h>

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
SIMT_MIN_MAX(int)
SIMT_MIN_MAX(unsigned)
SIMT_MIN_MAX(long)
SIMT_MIN_MAX(unsigned long)
SIMT_MIN_MAX(long long)
SIMT_MIN_MAX(unsigned long long)
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

SIMT_FUNCTION(float, rsqrtf, (float x), 1.0f / sqrtf(x))
SIMT_FUNCTION(double, rsqrt, (double x), 1.0 / sqrt(x))
SIMT_FUNCTION(float, rcbrtf, (float x), 1.0f / cbrtf(x))
SIMT_FUNCTION(double, rcbrt, (double x), 1.0 / cbrt(x))
SIMT_FUNCTION(float, fdividef, (float a, float b), a / b)
SIMT_FUNCTION(float, norm3df, (float a, float b, float c), sqrtf(a* a + b * b + c * c))
SIMT_FUNCTION(double, norm3d, (double a, double b, double c), sqrt(a* a + b * b + c * c))
inline float norm4df(float a, float b, float c, float d) {
  return sqrtf(a * a + b * b + c * c + d * d);
}
inline double norm4d(double a, double b, double c, double d) {
  return sqrt(a * a + b * b + c * c + d * d);
}
SIMT_FUNCTION(float, rhypotf, (float a, float b), 1.0f / hypotf(a, b))
SIMT_FUNCTION(double, rhypot, (double a, double b), 1.0 / hypot(a, b))
SIMT_FUNCTION(float, rnorm3df, (float a, float b, float c), 1.0f / norm3df(a, b, c))
SIMT_FUNCTION(double, rnorm3d, (double a, double b, double c), 1.0 / norm3d(a, b, c))
SIMT_FUNCTION(float, rnorm4df, (float a, float b, float c, float d), 1.0f / norm4df(a, b, c, d))
SIMT_FUNCTION(double, rnorm4d, (double a, double b, double c, double d), 1.0 / norm4d(a, b, c, d))
SIMT_FUNCTION(double, normcdf, (double x), 0.5 * erfc(-x * 0.70710678118654752440))
SIMT_FUNCTION(float, normcdff, (float x), static_cast<float>(normcdf(x)))
// The period of x is 2, which keeps large x exact.
SIMT_FUNCTION(double, sinpi, (double x), sin(3.14159265358979323846 * remainder(x, 2.0)))
SIMT_FUNCTION(double, cospi, (double x), cos(3.14159265358979323846 * remainder(x, 2.0)))
SIMT_FUNCTION(float, sinpif, (float x), static_cast<float>(sinpi(x)))
SIMT_FUNCTION(float, cospif, (float x), static_cast<float>(cospi(x)))
inline void sincospi(double x, double* sine, double* cosine) {
  *sine = sinpi(x);
  *cosine = cospi(x);
}
inline void sincospif(float x, float* sine, float* cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}

// Intrinsics. Rounding to nearest is the machine's default.
SIMT_FUNCTION(float, __fadd_rn, (float a, float b), a + b)
SIMT_FUNCTION(float, __fsub_rn, (float a, float b), a - b)
SIMT_FUNCTION(float, __fmul_rn, (float a, float b), a* b)
SIMT_FUNCTION(float, __fmaf_rn, (float a, float b, float c), fmaf(a, b, c))
SIMT_FUNCTION(float, __fdiv_rn, (float a, float b), a / b)
SIMT_FUNCTION(float, __frcp_rn, (float x), 1.0f / x)
SIMT_FUNCTION(float, __fsqrt_rn, (float x), sqrtf(x))
SIMT_FUNCTION(float, __frsqrt_rn, (float x), rsqrtf(x))
SIMT_FUNCTION(double, __dadd_rn, (double a, double b), a + b)
SIMT_FUNCTION(double, __dsub_rn, (double a, double b), a - b)
SIMT_FUNCTION(double, __dmul_rn, (double a, double b), a* b)
SIMT_FUNCTION(double, __ddiv_rn, (double a, double b), a / b)
SIMT_FUNCTION(double, __fma_rn, (double a, double b, double c), fma(a, b, c))
SIMT_FUNCTION(double, __dsqrt_rn, (double x), sqrt(x))

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
#define __sincosf sincosf
#define __sinf sinf
#define __tanf tanf
