// CUDA's functions that reinterpret bits as another type, and that convert numbers: rounding to
// nearest, towards zero, down or up.
#pragma once

#define SIMT_SAME_BITS(name, from, to) \
  inline to name(from x) {             \
    return __builtin_bit_cast(to, x);  \
  }
SIMT_SAME_BITS(__float_as_int, float, int)
SIMT_SAME_BITS(__float_as_uint, float, unsigned)
SIMT_SAME_BITS(__int_as_float, int, float)
SIMT_SAME_BITS(__uint_as_float, unsigned, float)
SIMT_SAME_BITS(__double_as_longlong, double, long long)
SIMT_SAME_BITS(__longlong_as_double, long long, double)
#undef SIMT_SAME_BITS

#define SIMT_CONVERT(name, from, to, value) \
  inline to name(from x) {                  \
    return static_cast<to>(value);          \
  }
// Floating point to integer, with the four rounding modes.
#define SIMT_ROUND(name, from, to, suffix)                      \
  SIMT_CONVERT(name##_rn, from, to, __builtin_rint##suffix(x))  \
  SIMT_CONVERT(name##_rz, from, to, x)                          \
  SIMT_CONVERT(name##_rd, from, to, __builtin_floor##suffix(x)) \
  SIMT_CONVERT(name##_ru, from, to, __builtin_ceil##suffix(x))
SIMT_ROUND(__float2int, float, int, f)
SIMT_ROUND(__float2uint, float, unsigned, f)
SIMT_ROUND(__double2int, double, int, )
SIMT_ROUND(__double2uint, double, unsigned, )
SIMT_ROUND(__float2ll, float, long long, f)
SIMT_ROUND(__double2ll, double, long long, )
SIMT_ROUND(__float2ull, float, unsigned long long, f)
SIMT_ROUND(__double2ull, double, unsigned long long, )
#undef SIMT_ROUND

SIMT_CONVERT(__int2float_rn, int, float, x)
SIMT_CONVERT(__uint2float_rn, unsigned, float, x)
SIMT_CONVERT(__double2float_rn, double, float, x)
SIMT_CONVERT(__int2double_rn, int, double, x)
SIMT_CONVERT(__ll2float_rn, long long, float, x)
SIMT_CONVERT(__ull2float_rn, unsigned long long, float, x)
SIMT_CONVERT(__uint2double_rn, unsigned, double, x)
SIMT_CONVERT(__ll2double_rn, long long, double, x)
SIMT_CONVERT(__ull2double_rn, unsigned long long, double, x)
#undef SIMT_CONVERT

inline int __double2hiint(double x) {
  return static_cast<int>(__double_as_longlong(x) >> 32);
}
inline int __double2loint(double x) {
  return static_cast<int>(__double_as_longlong(x));
}
inline double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(high) << 32 | static_cast<unsigned>(low));
}
