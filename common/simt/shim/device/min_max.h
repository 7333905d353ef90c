// CUDA's min and max: global overloads, so that different types convert as in CUDA.
#pragma once

#include <math.h>

#include "../each.h"

#define SIMT_MIN_MAX(type)                    \
  inline constexpr type min(type a, type b) { \
    return b < a ? b : a;                     \
  }                                           \
  inline constexpr type max(type a, type b) { \
    return a < b ? b : a;                     \
  }
SIMT_EACH(SIMT_MIN_MAX, int, unsigned, long, unsigned long, long long, unsigned long long)
#undef SIMT_MIN_MAX

inline constexpr unsigned min(int a, unsigned b) {
  return min(unsigned(a), b);
}
inline constexpr unsigned max(int a, unsigned b) {
  return max(unsigned(a), b);
}
inline constexpr unsigned min(unsigned a, int b) {
  return min(a, unsigned(b));
}
inline constexpr unsigned max(unsigned a, int b) {
  return max(a, unsigned(b));
}
inline constexpr unsigned umin(unsigned a, unsigned b) {
  return min(a, b);
}
inline constexpr unsigned umax(unsigned a, unsigned b) {
  return max(a, b);
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
