// Matrices of doubles, ints and elements of 16 bits survive the way through memory that is counted
// in floats.
#include <gmock/gmock.h>

#include <cstdint>
#include <cstring>
#include <iterator>

#include "grader/core/compare.h"

namespace gemmlab {
namespace {

using testing::ElementsAre;

TEST(Elements, HaveTheBytesOfTheirType) {
  const std::vector<float> doubles = packed({1.5f, -3}, Element::double_);
  ASSERT_EQ(doubles.size(), 4u);
  double second = 0;
  std::memcpy(&second, &doubles[2], sizeof second);
  EXPECT_EQ(second, -3.0);
  int first = 0;
  std::memcpy(&first, packed({7}, Element::int_).data(), sizeof first);
  EXPECT_EQ(first, 7);
}

TEST(Elements, ComeBackAsTheSameValues) {
  for (Element element : {Element::float_, Element::double_, Element::int_}) {
    EXPECT_THAT(unpacked(packed({1, -2, 300}, element), element), ElementsAre(1, -2, 300))
        << name(element);
  }
}

// The bits of element i.
unsigned narrow_bits(const std::vector<float>& words, std::size_t i) {
  std::uint16_t bits = 0;
  std::memcpy(&bits, reinterpret_cast<const char*>(words.data()) + i * sizeof bits, sizeof bits);
  return bits;
}

TEST(Elements, OfSixteenBitsAreRoundedToNearestAndTiesToEven) {
  // 1 + 2^-8 is half way between two numbers of bf16, and 1 + 2^-11 between two of fp16.
  const std::vector<float> bf16 =
      packed({1, -6, 1 + 0x1p-8f, 1 + 0x3p-8f, 1 + 0x1p-8f + 0x1p-20f}, Element::bf16);
  ASSERT_EQ(bf16.size(), 5u) << "as many words as floats would take";
  const unsigned wanted_bf16[] = {0x3f80, 0xc0c0, 0x3f80, 0x3f82, 0x3f81};
  const std::vector<float> fp16 =
      packed({1, -6, 1 + 0x1p-11f, 1 + 0x3p-11f, 0x1p-14f, 0x1p-15f, -0.0f}, Element::fp16);
  const unsigned wanted_fp16[] = {0x3c00, 0xc600, 0x3c00, 0x3c02, 0x0400, 0, 0x8000};
  for (std::size_t i = 0; i < std::size(wanted_bf16); ++i) {
    EXPECT_EQ(narrow_bits(bf16, i), wanted_bf16[i]) << i;
  }
  for (std::size_t i = 0; i < std::size(wanted_fp16); ++i) {
    EXPECT_EQ(narrow_bits(fp16, i), wanted_fp16[i]) << i;
  }
  EXPECT_EQ(element_of_c(Element::bf16), Element::float_);
  EXPECT_EQ(element_of_c(Element::double_), Element::double_);
}

TEST(Elements, NeverWrittenAreRecognisedInEveryType) {
  for (Element element : {Element::float_, Element::double_, Element::int_}) {
    std::vector<float> words = packed({1, 2}, element);
    fill_with_poison(words.data() + words.size() / 2, words.size() / 2);
    const std::vector<float> values = unpacked(words, element);
    EXPECT_FALSE(is_poison(values[0])) << name(element);
    EXPECT_TRUE(is_poison(values[1])) << name(element);
  }
}

TEST(Elements, OfAProductSummedInFloatAreNotPreciseDoubles) {
  const Shape shape{4, 4, 64, ""};
  const Operands operands = make_operands(InputKind::uniform, shape, 1);
  const Expected expected = reference(InputKind::uniform, shape, operands);
  std::vector<float> right(2 * expected.c.size());
  std::memcpy(right.data(), expected.c.data(), expected.c.size() * sizeof(double));
  EXPECT_EQ(imprecise(right, expected, shape.k), 0u);
  const std::vector<float> rounded(expected.c.begin(), expected.c.end());
  EXPECT_GT(imprecise(packed(rounded, Element::double_), expected, shape.k), 8u);
}

}  // namespace
}  // namespace gemmlab
