#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>

#include "grader/diagnosis/sample_run.h"

namespace gemmlab::sample {
namespace {

double cut(double value) {
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(float(value)) & ~0x1fffu);
}
double rounded(double value) {
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(float(value)) + 0x1000u) & ~0x1fffu);
}
double bfloat16(double value) {
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(float(value)) + 0x8000u) & ~0xffffu);
}
// Of numbers below 2^-14 and of those that it has exactly.
double half(double value) {
  return std::fabs(value) < 0x1p-14 ? std::ldexp(std::nearbyint(std::ldexp(value, 24)), -24)
                                    : rounded(value);
}

// What a product of such operands is called.
template <class OfA, class OfB>
std::optional<Cause> cause_of(const MadeUpRun& run, OfA of_a, OfB of_b) {
  const auto found = run.explained([&](int row, int col) {
    double sum = 0;
    for (int p = 0; p < run.shape.k; ++p) {
      sum += of_a(run.a(row, p)) * of_b(run.b(p, col));
    }
    return sum;
  });
  return found.empty() ? std::nullopt : std::optional(found.front().cause);
}

TEST(Rounding, TellsWhichOperandNobodyRounded) {
  const MadeUpRun run({20, 24, 32, ""}, InputKind::near_tf32, Precision::tf32);
  const auto matrix = [](const std::optional<Cause>& cause) {
    return get<NotRounded>(cause.value()).matrix;
  };
  EXPECT_EQ(matrix(cause_of(run, cut, cut)), Matrix::both);
  EXPECT_EQ(matrix(cause_of(run, cut, rounded)), Matrix::a);
  EXPECT_EQ(matrix(cause_of(run, rounded, cut)), Matrix::b);
}

// At larger k only the bound of the worst case is passed, by few elements.
TEST(Rounding, TellsWhatNobodyRoundedOfRandomOperands) {
  const MadeUpRun run({24, 24, 1, ""}, InputKind::uniform, Precision::tf32);
  EXPECT_TRUE(cause_is<NotRounded>(cause_of(run, cut, cut).value()));
  EXPECT_FALSE(cause_of(run, rounded, rounded).has_value());
}

TEST(Rounding, TellsOtherFormatsFromTf32) {
  const MadeUpRun run({20, 24, 32, ""}, InputKind::near_tf32, Precision::tf32);
  const auto bits = [](const std::optional<Cause>& cause) {
    return get<NotTf32>(cause.value()).bits;
  };
  EXPECT_EQ(bits(cause_of(run, bfloat16, bfloat16)), 8);
  EXPECT_EQ(bits(cause_of(run, half, half)), 11);
}

TEST(Rounding, AsksForFp32WhereThatIsPromised) {
  const MadeUpRun run({20, 24, 32, ""}, InputKind::exact);
  EXPECT_TRUE(cause_is<OperandsRounded>(cause_of(run, cut, cut).value()));
}

}  // namespace
}  // namespace gemmlab::sample
