// CUDA's intrinsics of real numbers. Rounding to nearest is the machine's default. The approximate
// functions (__expf and similar) are exact here: a kernel must not depend on their last bits.
#pragma once

#include <math.h>

#include "real_functions.h"

inline float __fadd_rn(float a, float b) {
  return a + b;
}
inline double __dadd_rn(double a, double b) {
  return a + b;
}
inline float __fsub_rn(float a, float b) {
  return a - b;
}
inline double __dsub_rn(double a, double b) {
  return a - b;
}
inline float __fmul_rn(float a, float b) {
  return a * b;
}
inline double __dmul_rn(double a, double b) {
  return a * b;
}
inline float __fdiv_rn(float a, float b) {
  return a / b;
}
inline double __ddiv_rn(double a, double b) {
  return a / b;
}
inline float __fsqrt_rn(float x) {
  return sqrtf(x);
}
inline double __dsqrt_rn(double x) {
  return sqrt(x);
}
inline float __fmaf_rn(float a, float b, float c) {
  return fmaf(a, b, c);
}
inline double __fma_rn(double a, double b, double c) {
  return fma(a, b, c);
}

inline float __frcp_rn(float x) {
  return 1.0f / x;
}
inline float __frsqrt_rn(float x) {
  return rsqrtf(x);
}
inline float __fdividef(float a, float b) {
  return a / b;
}
inline float __saturatef(float x) {
  return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}

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
