// The inputs of the test vectors, drawn from a seed: the GPU's program and the test draw the same.
// Elements are raw bits, so that no conversion is needed. nvcc and g++ compile this file.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

namespace simt::vectors {

// A small generator with the same numbers everywhere (splitmix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // In [low, high].
  int between(int low, int high) {
    return low + static_cast<int>(bits() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool one_in(int n) { return bits() % static_cast<std::uint64_t>(n) == 0; }

 private:
  std::uint64_t state_;
};

// A floating-point format: its bits are sign, exponent, fraction.
struct Format {
  int exponent_bits, fraction_bits;

  int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  int largest() const { return (1 << exponent_bits) - 1; }  // biased exponent of infinity and NaN
  std::uint32_t sign() const { return 1u << (exponent_bits + fraction_bits); }
  std::uint32_t infinity() const { return static_cast<std::uint32_t>(largest()) << fraction_bits; }
};

inline constexpr Format kFloat{8, 23}, kHalf{5, 10}, kBfloat16{8, 7};

inline double value_of(Format format, std::uint32_t bits) {
  const int exponent = static_cast<int>(bits >> format.fraction_bits) & format.largest();
  const std::uint32_t fraction = bits & ((1u << format.fraction_bits) - 1);
  const double whole = fraction + (exponent != 0 ? std::ldexp(1.0, format.fraction_bits) : 0.0);
  const double size =
      std::ldexp(whole, (exponent != 0 ? exponent : 1) - format.bias() - format.fraction_bits);
  return (bits & format.sign()) != 0 ? -size : size;
}

// Rounded toward zero; the largest finite value if it is too large.
inline std::uint32_t bits_of(Format format, double value) {
  const std::uint32_t sign = value < 0 ? format.sign() : 0;
  int exponent = 0;
  const double half_to_one = std::frexp(std::fabs(value), &exponent);
  int biased = exponent - 1 + format.bias();
  if (half_to_one == 0) {
    return sign;
  }
  if (biased >= format.largest()) {
    return sign | (format.infinity() - 1);
  }
  const int shift = biased >= 1 ? format.fraction_bits + 1 : format.fraction_bits + biased;
  const auto fraction = static_cast<std::uint64_t>(shift >= 0 ? std::ldexp(half_to_one, shift) : 0);
  return sign | static_cast<std::uint32_t>(
                    biased >= 1 ? (static_cast<std::uint64_t>(biased - 1) << format.fraction_bits) +
                                      fraction
                                : fraction);
}

// How a tile of vectors is multiplied.
struct Kind {
  const char* name;
  Format operand, sum;  // of A and B, of C and the result
  int k;
  bool is_integer = false, is_signed = false;
};

inline constexpr Kind kKinds[] = {
    {"tf32", kFloat, kFloat, 8},
    {"half to float", kHalf, kFloat, 16},
    {"half to half", kHalf, kHalf, 16},
    {"bfloat16", kBfloat16, kFloat, 16},
    {"signed 8 bits", kHalf, kFloat, 16, true, true},
    {"unsigned 8 bits", kHalf, kFloat, 16, true, false},
    {"half to float, k = 8", kHalf, kFloat, 8},
    {"half to half, k = 8", kHalf, kHalf, 8},
    {"bfloat16, k = 8", kBfloat16, kFloat, 8},
    {"tf32, k = 4", kFloat, kFloat, 4},
};
inline constexpr int kKindCount = 10;

// The operands of one multiplication: 128 vectors.
inline constexpr int kRows = 16, kCols = 8, kMaxDepth = 16;
struct Tile {
  std::uint32_t a[kRows][kMaxDepth], b[kCols][kMaxDepth], c[kRows][kCols];
};

// Hard tiles take turns.
enum Hard {
  cancelling,       // C is nearly the negative sum of the products
  any_exponents,    // of the whole range
  subnormal,        // operands, C and results
  not_finite,       // infinities and NaN here and there
  zeros_and_large,  // zeros beside the largest exponents
  ties,             // few bits: results in the middle of two numbers
  overflowing,
  underflowing,
  signed_zeros,
  single_bits,  // powers of two, as far from each other as the sum has bits
  kHardKinds
};

namespace detail {

inline std::uint32_t number(Random& random, Format format, int low, int high) {
  const int biased = random.between(low, high);
  const int inside = biased < 0 ? 0 : biased >= format.largest() ? format.largest() - 1 : biased;
  const auto fraction =
      static_cast<std::uint32_t>(random.bits() & ((1u << format.fraction_bits) - 1));
  return (random.one_in(2) ? format.sign() : 0) |
         static_cast<std::uint32_t>(inside) << format.fraction_bits | fraction;
}

inline std::uint32_t special(Random& random, Format format) {
  const std::uint32_t sign = random.one_in(2) ? format.sign() : 0;
  const auto fraction =
      static_cast<std::uint32_t>(random.bits() & ((1u << format.fraction_bits) - 1));
  return sign | format.infinity() | (random.one_in(3) ? fraction : 0);
}

inline double dot(const Kind& kind, const Tile& tile, int row, int col, int from, int until) {
  double sum = 0;
  for (int p = from; p < until; ++p) {
    sum += value_of(kind.operand, tile.a[row][p]) * value_of(kind.operand, tile.b[col][p]);
  }
  return sum;
}

inline std::uint32_t operand_of(Random& random, const Kind& kind, bool hard, int what, int spread) {
  const Format f = kind.operand;
  const int middle = f.bias();
  if (kind.is_integer) {
    const auto any = static_cast<std::uint32_t>(random.bits() & 255);
    return hard && random.one_in(2) ? (random.one_in(2) ? 128u : 127u) : any;
  }
  if (!hard) {
    return number(random, f, middle - spread, middle + spread);
  }
  switch (what) {
    case any_exponents:
      return number(random, f, 0, f.largest() - 1);
    case subnormal:
      return random.one_in(2) ? number(random, f, 0, 0) : number(random, f, 0, f.largest() - 1);
    case not_finite:
      return random.one_in(24) ? special(random, f) : number(random, f, middle - 4, middle + 4);
    case zeros_and_large:
      return random.one_in(3)   ? (random.one_in(2) ? f.sign() : 0)
             : random.one_in(3) ? number(random, f, f.largest() - 3, f.largest() - 1)
                                : number(random, f, middle - 8, middle + 2);
    case ties:
      return number(random, f, middle - 3, middle + 3) & ~((1u << (f.fraction_bits - 2)) - 1);
    case overflowing:
      return number(random, f, middle + f.bias() / 2 - 2, middle + f.bias() / 2 + 2);
    case underflowing:
      return number(random, f, middle - f.bias() / 2 - 6, middle - f.bias() / 2 + 2);
    case signed_zeros:
      return random.one_in(3) ? number(random, f, 0, 2) : (random.one_in(2) ? f.sign() : 0);
    case single_bits:
      return number(random, f, middle - 7, middle + 7) & ~((1u << f.fraction_bits) - 1);
    default:
      return number(random, f, middle - 3, middle + 3);
  }
}

inline std::uint32_t sum_of(Random& random, const Kind& kind, const Tile& tile, int row, int col,
                            bool hard, int what, int spread) {
  const Format f = kind.sum;
  const int middle = f.bias();
  if (kind.is_integer) {
    const auto any = static_cast<std::uint32_t>(random.bits());
    return hard ? 0x7fffffffu + static_cast<std::uint32_t>(random.between(-300000, 300000)) : any;
  }
  const int split = random.between(1, kind.k);
  switch (hard ? what : -1) {
    case cancelling: {
      const double part = dot(kind, tile, row, col, 0, random.one_in(2) ? kind.k : split);
      const std::uint32_t bits = bits_of(f, -part);
      return (bits & ~f.sign()) < 8 ? bits
                                    : bits + static_cast<std::uint32_t>(random.between(-2, 2));
    }
    case any_exponents:
      return number(random, f, 0, f.largest() - 1);
    case subnormal:
    case underflowing:
      return number(random, f, 0, 2);
    case not_finite:
      return random.one_in(12) ? special(random, f) : number(random, f, middle - 4, middle + 4);
    case zeros_and_large:
      return random.one_in(2) ? (random.one_in(2) ? f.sign() : 0)
                              : number(random, f, middle - 12, middle + 4);
    case ties:
      return number(random, f, middle - 4, middle + f.fraction_bits + 3) &
             ~((1u << (f.fraction_bits - 3)) - 1);
    case overflowing:
      return number(random, f, f.largest() - 2, f.largest() - 1);
    case signed_zeros:
      return random.one_in(2) ? f.sign() : 0;
    case single_bits: {
      const std::uint32_t power = number(random, f, middle - 14, middle + 14);
      return (power & ~((1u << f.fraction_bits) - 1)) | (random.one_in(2) ? 0 : 1);
    }
    default:
      return number(random, f, middle - spread, middle + spread + 3);
  }
}

}  // namespace detail

// The tile with this number, of random or of hard vectors.
inline Tile draw(int kind_number, bool hard, int number) {
  const Kind& kind = kKinds[kind_number];
  Random random(static_cast<std::uint64_t>(kind_number) << 40 |
                static_cast<std::uint64_t>(hard) << 32 | static_cast<std::uint64_t>(number));
  const int what = number % kHardKinds;
  constexpr int kSpreads[] = {1, 4, 10, 30};
  const int spread = kSpreads[number % 4];
  Tile tile = {};
  for (auto& row : tile.a) {
    for (int p = 0; p < kind.k; ++p) {
      row[p] = detail::operand_of(random, kind, hard, what, spread);
    }
  }
  for (auto& col : tile.b) {
    for (int p = 0; p < kind.k; ++p) {
      col[p] = detail::operand_of(random, kind, hard, what, spread);
    }
  }
  for (int row = 0; row < kRows; ++row) {
    for (int col = 0; col < kCols; ++col) {
      tile.c[row][col] = detail::sum_of(random, kind, tile, row, col, hard, what, spread);
    }
  }
  return tile;
}

// Inputs of conversions and of arithmetic in a format: everything at once, and near its edges.
inline std::uint32_t draw_bits(Random& random, Format format) {
  const int middle = format.bias();
  switch (random.between(0, 5)) {
    case 0:
      return detail::special(random, format);
    case 1:
      return detail::number(random, format, 0, 1);
    case 2:
      return detail::number(random, format, middle - 2, middle + 2);
    default:
      return detail::number(random, format, 0, format.largest() - 1);
  }
}

// A float to convert: often in the middle between two numbers of a narrower format, or beside it.
inline std::uint32_t draw_float(Random& random) {
  const int kept = random.one_in(2) ? kHalf.fraction_bits : kBfloat16.fraction_bits;
  const int exponent =
      random.one_in(2) ? random.between(127 - 27, 127 + 17) : random.between(0, 254);
  std::uint32_t bits = detail::number(random, kFloat, exponent, exponent);
  if (random.one_in(2)) {
    const int cut = random.between(1, 23 - kept + (random.one_in(2) ? 10 : 0));
    const std::uint32_t below = cut >= 23 ? 0x7fffffu : (1u << cut) - 1;
    bits = (bits & ~below) | (random.one_in(2) ? (below + 1) >> 1 : 0);
    bits += static_cast<std::uint32_t>(random.between(-1, 1));
  }
  return random.one_in(40) ? detail::special(random, kFloat) : bits;
}

// How many of each are stored.
inline constexpr int kHardTiles = 24, kRandomTiles = 80, kConversions = 1 << 12, kTriples = 1 << 11;
inline constexpr int kBinary = 19;  // functions of two or three arguments

}  // namespace simt::vectors
