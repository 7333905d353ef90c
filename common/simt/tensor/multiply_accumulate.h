// D = A * B + C as tensor cores compute it, bit by bit: products are exact; they and C are aligned
// to the largest exponent among them, cut to a number of bits, and added without further error.
#pragma once

#include <cstdint>

#include "common/simt/tensor/number_formats.h"
#include "common/simt/tensor/tensor_unit.h"

namespace simt {

inline constexpr int kMostRows = 32, kMostDepth = 16;

struct TensorShape {
  int m, n, k;  // m, n <= kMostRows, k <= kMostDepth
};

// Raw numbers: a [m, k], b [n, k] (a column of B after the other), c and d [m, n]. `operands` are
// tf32, half or bfloat16, `sums` float32 or half. d may be c.
void multiply_accumulate(TensorUnit unit, NumberFormat operands, NumberFormat sums,
                         TensorShape shape, const std::uint32_t* a, const std::uint32_t* b,
                         const std::uint32_t* c, std::uint32_t* d);

// Bytes, signed or not, to 32 bits that wrap, or stay at the smallest and the largest.
void multiply_accumulate_integers(bool is_signed, TensorShape shape, const std::uint32_t* a,
                                  const std::uint32_t* b, const std::uint32_t* c, std::uint32_t* d,
                                  bool saturated = false);

}  // namespace simt
