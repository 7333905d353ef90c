// Input matrices, generated from a seed: the same on every machine.
#pragma once

#include <cstdint>

#include "grader/core/spec.h"

namespace gemmlab {

struct Operands {
  std::vector<float> a;       // [m, k]
  std::vector<float> b;       // [k, n]
  std::vector<float> c = {};  // [m, n], what C holds before the run; empty: the poison below
};

Operands make_operands(InputKind kind, const Shape& shape, std::uint64_t seed);
Operands identity_as_b(const Shape& shape);  // in InputKind::identity it is A

// Judge and worker exchange matrices as floats, which hold the bytes of their elements. The judge
// computes with values that are floats in each type; the poison below stays what it is. Elements of
// 16 bits take the first half of as many words, and are rounded to nearest; those below 2^-14 are
// 0.
std::vector<float> packed(const std::vector<float>& values, Element element);
std::vector<float> unpacked(const std::vector<float>& words, Element element);
double value_at(const std::vector<float>& words, std::size_t i, Element element);

// What C holds before most runs: a signalling NaN. Arithmetic on it (an accidental +=) gives a
// different NaN, while an element that was never written keeps exactly these bits.
inline constexpr std::uint32_t kPoisonBits = 0x7fa5a5a5u;
bool is_poison(float value);
void fill_with_poison(float* memory, std::size_t count);

// A small counter-based generator (splitmix64, Steele, Lea and Flood 2014): draw i of a seed does
// not depend on earlier draws.
std::uint64_t draw(std::uint64_t seed, std::uint64_t index);

// An unpredictable seed from the system.
std::uint64_t fresh_seed();

}  // namespace gemmlab
