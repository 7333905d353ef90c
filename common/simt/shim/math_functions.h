// CUDA's device mathematics, in terms of the C library's. The approximate functions (__expf and its
// like) are exact here: a kernel must not depend on their last bits.
#pragma once

#include <math.h>
#include <stdlib.h>

// min and max of CUDA: global overloads, so that unequal types convert as they do there.
inline constexpr int min(int a, int b) {
  return b < a ? b : a;
}
inline constexpr int max(int a, int b) {
  return a < b ? b : a;
}
inline constexpr unsigned min(unsigned a, unsigned b) {
  return b < a ? b : a;
}
inline constexpr unsigned max(unsigned a, unsigned b) {
  return a < b ? b : a;
}
inline constexpr unsigned min(int a, unsigned b) {
  return min(static_cast<unsigned>(a), b);
}
inline constexpr unsigned max(int a, unsigned b) {
  return max(static_cast<unsigned>(a), b);
}
inline constexpr unsigned min(unsigned a, int b) {
  return min(a, static_cast<unsigned>(b));
}
inline constexpr unsigned max(unsigned a, int b) {
  return max(a, static_cast<unsigned>(b));
}
inline constexpr long min(long a, long b) {
  return b < a ? b : a;
}
inline constexpr long max(long a, long b) {
  return a < b ? b : a;
}
inline constexpr unsigned long min(unsigned long a, unsigned long b) {
  return b < a ? b : a;
}
inline constexpr unsigned long max(unsigned long a, unsigned long b) {
  return a < b ? b : a;
}
inline constexpr long long min(long long a, long long b) {
  return b < a ? b : a;
}
inline constexpr long long max(long long a, long long b) {
  return a < b ? b : a;
}
inline constexpr unsigned long long min(unsigned long long a, unsigned long long b) {
  return b < a ? b : a;
}
inline constexpr unsigned long long max(unsigned long long a, unsigned long long b) {
  return a < b ? b : a;
}
inline float min(float a, float b) {
  return fminf(a, b);
}
inline float max(float a, float b) {
  return fmaxf(a, b);
}
inline double min(double a, double b) {
  return fmin(a, b);
}
inline double max(double a, double b) {
  return fmax(a, b);
}
inline double min(float a, double b) {
  return fmin(a, b);
}
inline double max(float a, double b) {
  return fmax(a, b);
}
inline double min(double a, float b) {
  return fmin(a, b);
}
inline double max(double a, float b) {
  return fmax(a, b);
}

inline constexpr unsigned umin(unsigned a, unsigned b) {
  return min(a, b);
}
inline constexpr unsigned umax(unsigned a, unsigned b) {
  return max(a, b);
}

inline float rsqrtf(float x) {
  return 1.0f / sqrtf(x);
}
inline double rsqrt(double x) {
  return 1.0 / sqrt(x);
}
inline float rcbrtf(float x) {
  return 1.0f / cbrtf(x);
}
inline double rcbrt(double x) {
  return 1.0 / cbrt(x);
}
inline float fdividef(float a, float b) {
  return a / b;
}
inline float norm3df(float a, float b, float c) {
  return sqrtf(a * a + b * b + c * c);
}
inline double norm3d(double a, double b, double c) {
  return sqrt(a * a + b * b + c * c);
}
inline float norm4df(float a, float b, float c, float d) {
  return sqrtf(a * a + b * b + c * c + d * d);
}
inline double norm4d(double a, double b, double c, double d) {
  return sqrt(a * a + b * b + c * c + d * d);
}
inline float rhypotf(float a, float b) {
  return 1.0f / hypotf(a, b);
}
inline double rhypot(double a, double b) {
  return 1.0 / hypot(a, b);
}
inline float rnorm3df(float a, float b, float c) {
  return 1.0f / norm3df(a, b, c);
}
inline double rnorm3d(double a, double b, double c) {
  return 1.0 / norm3d(a, b, c);
}
inline float rnorm4df(float a, float b, float c, float d) {
  return 1.0f / norm4df(a, b, c, d);
}
inline double rnorm4d(double a, double b, double c, double d) {
  return 1.0 / norm4d(a, b, c, d);
}
inline double normcdf(double x) {
  return 0.5 * erfc(-x * 0.70710678118654752440);
}
inline float normcdff(float x) {
  return static_cast<float>(normcdf(x));
}
// The period of x is 2, which keeps large x exact.
inline double sinpi(double x) {
  return sin(3.14159265358979323846 * remainder(x, 2.0));
}
inline double cospi(double x) {
  return cos(3.14159265358979323846 * remainder(x, 2.0));
}
inline float sinpif(float x) {
  return static_cast<float>(sinpi(x));
}
inline float cospif(float x) {
  return static_cast<float>(cospi(x));
}
inline void sincospi(double x, double* sine, double* cosine) {
  *sine = sinpi(x);
  *cosine = cospi(x);
}
inline void sincospif(float x, float* sine, float* cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}

// Intrinsics. Rounding to nearest is the machine's own.
inline float __fadd_rn(float a, float b) {
  return a + b;
}
inline float __fsub_rn(float a, float b) {
  return a - b;
}
inline float __fmul_rn(float a, float b) {
  return a * b;
}
inline float __fmaf_rn(float a, float b, float c) {
  return fmaf(a, b, c);
}
inline float __fdiv_rn(float a, float b) {
  return a / b;
}
inline float __frcp_rn(float x) {
  return 1.0f / x;
}
inline float __fsqrt_rn(float x) {
  return sqrtf(x);
}
inline float __frsqrt_rn(float x) {
  return rsqrtf(x);
}
inline double __dadd_rn(double a, double b) {
  return a + b;
}
inline double __dsub_rn(double a, double b) {
  return a - b;
}
inline double __dmul_rn(double a, double b) {
  return a * b;
}
inline double __ddiv_rn(double a, double b) {
  return a / b;
}
inline double __fma_rn(double a, double b, double c) {
  return fma(a, b, c);
}
inline double __dsqrt_rn(double x) {
  return sqrt(x);
}

inline float __fdividef(float a, float b) {
  return a / b;
}
inline float __saturatef(float x) {
  return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}

// Macros, since the C library declares functions of these names too.
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
