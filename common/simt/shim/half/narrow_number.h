// What half precision and bfloat16 are made of: a number of 16 bits and its conversions, and two of
// them.
#pragma once

#include "../each.h"
#include "narrow_format.h"

namespace simt {

template <class Format, class Raw>
struct NarrowNumber {
 protected:
  unsigned short __x;

 public:
  NarrowNumber() = default;
  constexpr NarrowNumber(const Raw& raw) : __x(raw.x) {}
  constexpr NarrowNumber(float x) : __x(static_cast<unsigned short>(Format::round(x))) {}
  constexpr NarrowNumber(double x) : __x(static_cast<unsigned short>(Format::of_double(x))) {}
#define SIMT_FROM_WHOLE(type) \
  constexpr NarrowNumber(type x) : __x(from_whole<Format>(x, Rounding::nearest)) {}
  SIMT_EACH(SIMT_FROM_WHOLE, short, unsigned short, int, unsigned, long, unsigned long)
  SIMT_EACH(SIMT_FROM_WHOLE, long long, unsigned long long)
#undef SIMT_FROM_WHOLE

  constexpr operator Raw() const {
    return {__x};
  }
  constexpr operator float() const {
    return Format::value(__x);
  }
#define SIMT_TO_WHOLE(type)                                 \
  constexpr operator type() const {                         \
    return whole<type>(Format::value(__x), Rounding::zero); \
  }
  SIMT_EACH(SIMT_TO_WHOLE, signed char, unsigned char, char, short, unsigned short, int)
  SIMT_EACH(SIMT_TO_WHOLE, unsigned, long, unsigned long, long long, unsigned long long)
#undef SIMT_TO_WHOLE
  constexpr operator bool() const {
    return (__x & 0x7fff) != 0;
  }
};

// One access of 4 bytes.
template <class Number>
struct __attribute__((aligned(4))) NarrowPair {
  Number x, y;

  NarrowPair() = default;
  constexpr NarrowPair(const Number& a, const Number& b) : x(a), y(b) {}
};

}  // namespace simt
