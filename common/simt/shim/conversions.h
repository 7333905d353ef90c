// The same bits as another type, and conversions: rounded to nearest, towards zero, down or up.
// Included by device_functions.h alone.
#pragma once

inline int __float_as_int(float x) {
  return __builtin_bit_cast(int, x);
}
inline unsigned __float_as_uint(float x) {
  return __builtin_bit_cast(unsigned, x);
}
inline float __int_as_float(int x) {
  return __builtin_bit_cast(float, x);
}
inline float __uint_as_float(unsigned x) {
  return __builtin_bit_cast(float, x);
}
inline long long __double_as_longlong(double x) {
  return __builtin_bit_cast(long long, x);
}
inline double __longlong_as_double(long long x) {
  return __builtin_bit_cast(double, x);
}
inline int __float2int_rn(float x) {
  return static_cast<int>(__builtin_rintf(x));
}
inline int __float2int_rz(float x) {
  return static_cast<int>(x);
}
inline int __float2int_rd(float x) {
  return static_cast<int>(__builtin_floorf(x));
}
inline int __float2int_ru(float x) {
  return static_cast<int>(__builtin_ceilf(x));
}
inline unsigned __float2uint_rn(float x) {
  return static_cast<unsigned>(__builtin_rintf(x));
}
inline unsigned __float2uint_rz(float x) {
  return static_cast<unsigned>(x);
}
inline float __int2float_rn(int x) {
  return static_cast<float>(x);
}
inline float __uint2float_rn(unsigned x) {
  return static_cast<float>(x);
}
inline int __double2int_rn(double x) {
  return static_cast<int>(__builtin_rint(x));
}
inline int __double2int_rz(double x) {
  return static_cast<int>(x);
}
inline float __double2float_rn(double x) {
  return static_cast<float>(x);
}
inline double __int2double_rn(int x) {
  return x;
}
inline int __double2int_rd(double x) {
  return static_cast<int>(__builtin_floor(x));
}
inline int __double2int_ru(double x) {
  return static_cast<int>(__builtin_ceil(x));
}
inline unsigned __float2uint_rd(float x) {
  return static_cast<unsigned>(__builtin_floorf(x));
}
inline unsigned __float2uint_ru(float x) {
  return static_cast<unsigned>(__builtin_ceilf(x));
}
inline unsigned __double2uint_rn(double x) {
  return static_cast<unsigned>(__builtin_rint(x));
}
inline unsigned __double2uint_rz(double x) {
  return static_cast<unsigned>(x);
}
inline unsigned __double2uint_rd(double x) {
  return static_cast<unsigned>(__builtin_floor(x));
}
inline unsigned __double2uint_ru(double x) {
  return static_cast<unsigned>(__builtin_ceil(x));
}
inline long long __float2ll_rn(float x) {
  return static_cast<long long>(__builtin_rintf(x));
}
inline long long __float2ll_rz(float x) {
  return static_cast<long long>(x);
}
inline long long __float2ll_rd(float x) {
  return static_cast<long long>(__builtin_floorf(x));
}
inline long long __float2ll_ru(float x) {
  return static_cast<long long>(__builtin_ceilf(x));
}
inline long long __double2ll_rn(double x) {
  return static_cast<long long>(__builtin_rint(x));
}
inline long long __double2ll_rz(double x) {
  return static_cast<long long>(x);
}
inline long long __double2ll_rd(double x) {
  return static_cast<long long>(__builtin_floor(x));
}
inline long long __double2ll_ru(double x) {
  return static_cast<long long>(__builtin_ceil(x));
}
inline unsigned long long __float2ull_rn(float x) {
  return static_cast<unsigned long long>(__builtin_rintf(x));
}
inline unsigned long long __float2ull_rz(float x) {
  return static_cast<unsigned long long>(x);
}
inline unsigned long long __double2ull_rn(double x) {
  return static_cast<unsigned long long>(__builtin_rint(x));
}
inline unsigned long long __double2ull_rz(double x) {
  return static_cast<unsigned long long>(x);
}
inline float __ll2float_rn(long long x) {
  return static_cast<float>(x);
}
inline float __ull2float_rn(unsigned long long x) {
  return static_cast<float>(x);
}
inline double __uint2double_rn(unsigned x) {
  return x;
}
inline double __ll2double_rn(long long x) {
  return static_cast<double>(x);
}
inline double __ull2double_rn(unsigned long long x) {
  return static_cast<double>(x);
}
inline int __double2hiint(double x) {
  return static_cast<int>(__double_as_longlong(x) >> 32);
}
inline int __double2loint(double x) {
  return static_cast<int>(__double_as_longlong(x));
}
inline double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(high) << 32 | static_cast<unsigned>(low));
}
