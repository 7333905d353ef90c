#include "grader/core/inputs.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <random>

namespace gemmlab {
namespace {

// Fills a [rows, cols] matrix with value(row, col).
template <typename Value>
std::vector<float> fill(int rows, int cols, Value value) {
  std::vector<float> matrix(std::size_t(rows) * cols);
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      matrix[std::size_t(row) * cols + col] = value(row, col);
    }
  }
  return matrix;
}

// Random elements in [-1, 1), multiples of 2^-23.
std::vector<float> uniform(int rows, int cols, std::uint64_t seed) {
  return fill(rows, cols, [&](int row, int col) {
    return float(draw(seed, std::uint64_t(row) * cols + col) >> 40) * 0x1p-23f - 1.0f;
  });
}

Operands identity(const Shape& s) {
  // Row i of C is row i mod k of B. Tags stay below 2048, where half precision is still exact.
  return {fill(s.m, s.k, [&](int row, int k) { return row % s.k == k ? 1.0f : 0.0f; }),
          fill(s.k, s.n, [&](int k, int col) { return float(1 + (k * 37 + col) % 2039); })};
}

Operands tagged(const Shape& s) {
  // Small integers without a common period: sums stay below 2^24, so every order of addition is
  // exact.
  return {fill(s.m, s.k, [](int row, int k) { return float((row * 7 + k * 3) % 17 - 8); }),
          fill(s.k, s.n, [](int k, int col) { return float((k * 5 + col * 11) % 13 - 6); })};
}

Operands exact(const Shape& s, std::uint64_t seed) {
  // +-(1 + 2^-12) needs 13 bits of mantissa: fp32 has 24, TF32 and FP16 11, BF16 8. Rows of A and
  // columns of B are scaled by powers of two, which keeps everything exact, but not in fixed point.
  const auto scale = [&](int index) {
    return std::ldexp(1.0f, int(draw(seed + 1, std::uint64_t(index)) % 41) - 20);
  };
  return {fill(s.m, s.k,
               [&](int row, int k) {
                 const bool negative = draw(seed, std::uint64_t(row) * s.k + k) >> 63;
                 return (negative ? -scale(row) : scale(row)) * (1.0f + 0x1p-12f);
               }),
          fill(s.k, s.n, [&](int k, int col) {
            return scale(~col) * float(int(draw(~seed, std::uint64_t(k) * s.n + col) % 3) - 1);
          })};
}

// Elements a little below 1 + r 2^-10, a number of TF32: rounding moves each by 127 2^-23 at most,
// cutting bits off by all of 2^-10 but that, and always down. All products of an element of C have
// one sign, so that such errors add up; and as B's elements are half as large again, it shows whose
// bits were cut. Of 8 bits only r / 8 is left, r modulo 8 being 1 to 3; and half precision has no
// more bits at the size of A's elements.
Operands near_tf32(const Shape& s, std::uint64_t seed) {
  constexpr float kSmall = 0x1p-17f;
  constexpr int kHalf = 512;  // 2^-10
  const auto sign = [&](int index) { return draw(seed + 1, std::uint64_t(index)) >> 63 ? -1 : 1; };
  const auto element = [](std::uint64_t bits, int least) {
    const int r = least + int(bits % 7) * 8 + 1 + int(bits >> 8 & 0xff) % 3;
    return 1.0f + float(r) * 0x1p-10f - float(1 + (bits >> 16) % 127) * 0x1p-23f;
  };
  return {fill(s.m, s.k,
               [&](int row, int k) {
                 return kSmall * float(sign(row)) *
                        element(draw(seed, std::uint64_t(row) * s.k + k), 0);
               }),
          fill(s.k, s.n, [&](int k, int col) {
            return float(sign(~col)) * element(draw(~seed, std::uint64_t(k) * s.n + col), kHalf);
          })};
}

}  // namespace

bool is_poison(float value) {
  return std::memcmp(&value, &kPoisonBits, sizeof value) == 0;
}

// Copies bits: a float that passes through a register may lose its signalling bit.
void fill_with_poison(float* memory, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(memory + i, &kPoisonBits, sizeof kPoisonBits);
  }
}

std::uint64_t draw(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t x = seed + (index + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

std::uint64_t fresh_seed() {
  static std::random_device source;
  return std::uint64_t{source()} << 32 | source();
}

Operands make_operands(InputKind kind, const Shape& shape, std::uint64_t seed) {
  return kind == InputKind::uniform
             ? Operands{uniform(shape.m, shape.k, seed), uniform(shape.k, shape.n, ~seed)}
         : kind == InputKind::identity ? identity(shape)
         : kind == InputKind::tagged   ? tagged(shape)
         : kind == InputKind::exact    ? exact(shape, seed)
                                       : near_tf32(shape, seed);
}

// Column j of C is column j mod k of A.
Operands identity_as_b(const Shape& s) {
  return {fill(s.m, s.k, [](int row, int k) { return float(1 + (k * 37 + row) % 2039); }),
          fill(s.k, s.n, [&](int k, int col) { return col % s.k == k ? 1.0f : 0.0f; })};
}

static std::uint16_t narrowed(float value, Element element) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  // Drops bits, rounding ties to even.
  const auto without = [](std::uint32_t x, int dropped) {
    return (x + (1u << (dropped - 1)) - 1 + (x >> dropped & 1)) >> dropped;
  };
  if (element == Element::bf16) {
    return std::uint16_t(without(bits, 16));
  }
  constexpr std::uint32_t kBias = (127u - 15u) << 23, kLeast = (127u - 14u) << 23;
  const std::uint32_t size = bits & 0x7fffffffu;
  return std::uint16_t((bits >> 16 & 0x8000u) | (size < kLeast ? 0 : without(size - kBias, 13)));
}

std::vector<float> packed(const std::vector<float>& values, Element element) {
  if (element == Element::float_) {
    return values;
  }
  if (is_narrow(element)) {
    std::vector<float> words(values.size());
    auto* const to = reinterpret_cast<char*>(words.data());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::uint16_t bits = narrowed(values[i], element);
      std::memcpy(to + i * sizeof bits, &bits, sizeof bits);
    }
    return words;
  }
  std::vector<float> words(values.size() * std::size_t(words_of(element)));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double wide = values[i];
    const int whole = int(wide);
    element == Element::double_ ? std::memcpy(&words[2 * i], &wide, sizeof wide)
                                : std::memcpy(&words[i], &whole, sizeof whole);
  }
  return words;
}

std::vector<float> unpacked(const std::vector<float>& words, Element element) {
  std::vector<float> values = words;
  const auto each = std::size_t(words_of(element));
  values.resize(words.size() / each);
  for (std::size_t i = 0; element != Element::float_ && i < values.size(); ++i) {
    is_poison(words[each * i]) ? fill_with_poison(&values[i], 1)
                               : void(values[i] = float(value_at(words, i, element)));
  }
  return values;
}

double value_at(const std::vector<float>& words, std::size_t i, Element element) {
  double wide = 0;
  int whole = 0;
  if (element == Element::double_) {
    std::memcpy(&wide, &words[2 * i], sizeof wide);
    return wide;
  }
  std::memcpy(&whole, &words[i], sizeof whole);
  return whole;
}

}  // namespace gemmlab
