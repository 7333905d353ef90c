// The arithmetic of tensor cores, compared with what an H100 computed: see tensor/make_vectors.cu.
#include <gtest/gtest.h>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "common/simt/tensor/multiply_accumulate.h"
#include "common/simt/tensor/number_formats.h"
#include "common/simt/tensor/tensor_unit.h"
#include "common/simt/tests/tensor/vector_inputs.h"

namespace simt {
namespace {

using vectors::kCols;
using vectors::Kind;
using vectors::kKinds;
using vectors::kRows;

constexpr int kTiles = vectors::kHardTiles + vectors::kRandomTiles, kOutputs = kRows * kCols;

std::vector<std::uint32_t> stored_results() {
  const char* folder = std::getenv("SIMT_VECTORS");
  std::ifstream file(std::string(folder != nullptr ? folder : ".") + "/h100_tiles.bin",
                     std::ios::binary);
  const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
  std::vector<std::uint32_t> results(bytes.size() / 4);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    results[i / 4] |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i]))
                      << (i % 4 * 8);
  }
  return results;
}

NumberFormat operands_of(const Kind& kind) {
  return kind.operand.fraction_bits == 23   ? NumberFormat::tf32
         : kind.operand.fraction_bits == 10 ? NumberFormat::half
                                            : NumberFormat::bfloat16;
}

// Packed as multiply_accumulate() takes them.
struct Packed {
  std::vector<std::uint32_t> a, b, c, d;

  Packed(const vectors::Tile& tile, int depth)
      : c(&tile.c[0][0], &tile.c[0][0] + kOutputs), d(kOutputs) {
    for (const auto& row : tile.a) {
      a.insert(a.end(), row, row + depth);
    }
    for (const auto& col : tile.b) {
      b.insert(b.end(), col, col + depth);
    }
  }
};

void multiply(const Kind& kind, TensorUnit unit, Packed* tile) {
  const NumberFormat sums =
      kind.sum.fraction_bits == 23 ? NumberFormat::float32 : NumberFormat::half;
  const TensorShape shape{kRows, kCols, kind.k};
  if (kind.is_integer) {
    multiply_accumulate_integers(kind.is_signed, shape, tile->a.data(), tile->b.data(),
                                 tile->c.data(), tile->d.data());
  } else {
    multiply_accumulate(unit, operands_of(kind), sums, shape, tile->a.data(), tile->b.data(),
                        tile->c.data(), tile->d.data());
  }
}

TEST(MultiplyAccumulate, EqualsAnH100InEveryBit) {
  const std::vector<std::uint32_t> expected = stored_results();
  ASSERT_EQ(expected.size(), static_cast<std::size_t>(vectors::kKindCount * kTiles * kOutputs));
  std::size_t at = 0;
  for (int kind = 0; kind < vectors::kKindCount; ++kind) {
    int different = 0;
    for (int i = 0; i < kTiles; ++i) {
      const bool hard = i < vectors::kHardTiles;
      const int number = hard ? i : i - vectors::kHardTiles;
      Packed tile(vectors::draw(kind, hard, number), kKinds[kind].k);
      multiply(kKinds[kind], tensor_unit(9, 0), &tile);
      for (const std::uint32_t d : tile.d) {
        different += d != expected[at++] ? 1 : 0;
      }
    }
    EXPECT_EQ(different, 0) << kKinds[kind].name << ", of " << kTiles * kOutputs;
  }
}

// Otherwise the vectors would say nothing about the bits that a GPU keeps, and what it adds at
// once.
TEST(MultiplyAccumulate, DiffersOnOtherGpus) {
  for (const TensorUnit other : {TensorUnit{24, 16, 8}, TensorUnit{26, 16, 8}, tensor_unit(8, 0)}) {
    for (const int kind : {0, 1, 3}) {
      int different = 0;
      for (int i = 0; i < vectors::kRandomTiles; ++i) {
        Packed here(vectors::draw(kind, false, i), kKinds[kind].k), there = here;
        multiply(kKinds[kind], tensor_unit(9, 0), &here);
        multiply(kKinds[kind], other, &there);
        different += here.d != there.d ? 1 : 0;
      }
      EXPECT_GT(different, 0) << kKinds[kind].name << ", " << other.fraction_bits << " bits";
    }
  }
}

std::uint32_t one_sum(TensorUnit unit, NumberFormat sums, const std::vector<std::uint32_t>& a,
                      const std::vector<std::uint32_t>& b, std::uint32_t c) {
  std::uint32_t d = 0;
  multiply_accumulate(unit, NumberFormat::half, sums, {1, 1, static_cast<int>(a.size())}, a.data(),
                      b.data(), &c, &d);
  return d;
}

TEST(MultiplyAccumulate, KeepsTheBitsOfEachGpu) {
  constexpr std::uint32_t kOne = 0x3c00, kSmall = 0x0001;  // 1 and 2^-24
  constexpr std::uint32_t kHalf = 0x3800;
  // Four times 2^-25 next to 1: whether it adds up to 2^-23 depends on the bits that each keeps.
  const std::vector<std::uint32_t> a = {kOne, kSmall, kSmall, kSmall, kSmall},
                                   b = {kOne, kHalf, kHalf, kHalf, kHalf};
  EXPECT_EQ(one_sum(tensor_unit(9, 0), NumberFormat::float32, a, b, 0), 0x3f800001u);
  EXPECT_EQ(one_sum({24, 16, 8}, NumberFormat::float32, a, b, 0), 0x3f800000u);
}

TEST(MultiplyAccumulate, AddsInTwoStepsOnAnAmpere) {
  // The first half of the products is cut to a float before the second half cancels it.
  std::vector<std::uint32_t> a(16, 0), b(16, 0);
  a[0] = 0x6800, b[0] = 0x6800;  // 2^11 squared
  a[1] = 0x3c00, b[1] = 0x2c00;  // 2^-4: 26 bits below
  a[8] = 0xe800, b[8] = 0x6800;
  EXPECT_EQ(one_sum(tensor_unit(8, 0), NumberFormat::float32, a, b, 0), 0u);
  a[1] = 0x3c00, b[1] = 0x3400;  // 1/4: a float cannot hold the sum, a tensor core's adder can
  EXPECT_EQ(one_sum(tensor_unit(9, 0), NumberFormat::float32, a, b, 0), 0x3e800000u);
  EXPECT_EQ(one_sum(tensor_unit(8, 0), NumberFormat::float32, a, b, 0), 0u);
}

TEST(MultiplyAccumulateIntegers, WrapsOrStaysAtTheEnds) {
  const std::uint32_t a = 127, b = 127, c = 0x7fffff00u;
  std::uint32_t d = 0;
  multiply_accumulate_integers(true, {1, 1, 1}, &a, &b, &c, &d);
  EXPECT_EQ(d, 0x7fffff00u + 127 * 127);
  multiply_accumulate_integers(true, {1, 1, 1}, &a, &b, &c, &d, true);
  EXPECT_EQ(d, 0x7fffffffu);
  const std::uint32_t minus = 0x81, low = 0x80000010u;
  multiply_accumulate_integers(true, {1, 1, 1}, &minus, &b, &low, &d, true);
  EXPECT_EQ(d, 0x80000000u);
  multiply_accumulate_integers(false, {1, 1, 1}, &minus, &b, &low, &d);
  EXPECT_EQ(d, 0x80000010u + 0x81 * 127);
}

}  // namespace
}  // namespace simt
