// Matrices of doubles and ints survive the way through memory that is counted in floats.
#include <gmock/gmock.h>

#include <cstring>

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
