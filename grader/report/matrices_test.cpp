#include <gtest/gtest.h>

#include <limits>

#include "grader/core/result.h"
#include "grader/report/excerpt.h"

namespace gemmlab {
namespace {

Demonstration two_by_two() {
  return {.shape = {2, 2, 1, ""},
          .a = {1, 2},
          .b = {3, 0.5},
          .c = {3, 0.5, 7, 1},
          .expected = {3, 0.5, 6, 1}};
}

TEST(Matrices, StandSideBySideWithWrongElementsMarked) {
  EXPECT_EQ(matrices(two_by_two(), 80),
            "A [2, 1]   B [1, 2]     your C [2, 2]   expected [2, 2]\n"
            " 1            3  0.5       3  0.5          3  0.5\n"
            " 2                         7!   1          6    1\n");
}

TEST(Matrices, GoBelowEachOtherWhereTheWidthEnds) {
  EXPECT_EQ(matrices(two_by_two(), 40),
            "A [2, 1]   B [1, 2]     your C [2, 2]\n"
            " 1            3  0.5       3  0.5\n"
            " 2                         7!   1\n"
            "\n"
            "expected [2, 2]\n"
            "   3  0.5\n"
            "   6    1\n");
}

TEST(Matrices, MarkWhatIsNotANumber) {
  Demonstration d = two_by_two();
  d.c[0] = -std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(matrices(d, 80).find(" nan!"), std::string::npos);
}

TEST(Matrices, AcceptWhatRoundingExplainsAndNoMore) {
  Demonstration d = two_by_two();
  d.c[2] = 6;
  d.c[0] = 3.0000002f;
  EXPECT_EQ(matrices(d, 80).find('!'), std::string::npos);
  d.c[0] = 3.00001f;
  EXPECT_NE(matrices(d, 80).find('!'), std::string::npos);
}

}  // namespace
}  // namespace gemmlab
