// CUDA's functions of real numbers that the C library lacks, for float with an f, and for double.
#pragma once

#include <math.h>

inline float rsqrtf(float x) {
  return 1 / sqrtf(x);
}
inline double rsqrt(double x) {
  return 1 / sqrt(x);
}
inline float rcbrtf(float x) {
  return 1 / cbrtf(x);
}
inline double rcbrt(double x) {
  return 1 / cbrt(x);
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
  return 1 / hypotf(a, b);
}
inline double rhypot(double a, double b) {
  return 1 / hypot(a, b);
}
inline float rnorm3df(float a, float b, float c) {
  return 1 / norm3df(a, b, c);
}
inline double rnorm3d(double a, double b, double c) {
  return 1 / norm3d(a, b, c);
}
inline float rnorm4df(float a, float b, float c, float d) {
  return 1 / norm4df(a, b, c, d);
}
inline double rnorm4d(double a, double b, double c, double d) {
  return 1 / norm4d(a, b, c, d);
}

inline float fdividef(float a, float b) {
  return a / b;
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

// The C library's own would store both results in one place of the program.
inline void __nv_sincos(double x, double* sine, double* cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}
inline void __nv_sincosf(float x, float* sine, float* cosine) {
  *sine = sinf(x);
  *cosine = cosf(x);
}
// Macros, because the C library also declares functions with these names.
#define sincos __nv_sincos
#define sincosf __nv_sincosf
