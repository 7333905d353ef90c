// Input matrices, drawn from a seed: the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "grader/core/spec.h"

namespace gemmlab {

struct Operands {
  std::vector<float> a;  // [m, k]
  std::vector<float> b;  // [k, n]
};

Operands make_operands(InputKind kind, const Shape& shape, std::uint64_t seed);

// What C holds before each run: a signalling NaN, so that arithmetic on it (an accidental +=) gives
// another NaN, while an element nobody wrote keeps these very bits.
inline constexpr std::uint32_t kPoisonBits = 0x7fa5a5a5u;
bool is_poison(float value);
void fill_with_poison(float* memory, std::size_t count);

// A small counter-based generator (splitmix64, Steele, Lea and Flood 2014): draw i of a seed needs
// no draw before it.
std::uint64_t draw(std::uint64_t seed, std::uint64_t index);

// A seed that nobody can foretell, from the system.
std::uint64_t fresh_seed();

}  // namespace gemmlab
