#include "grader/report/excerpt.h"

#include <gtest/gtest.h>

namespace gemmlab {
namespace {

constexpr std::string_view kLines = "one\n  two();\nthree\nfour\n\n\tsix = 6;\nseven\n";

TEST(Excerpt, ShowsTheLineBeforeAndUnderlinesTheLine) {
  EXPECT_EQ(excerpt(kLines, {2}, 80, 2),
            "     1 | one\n"
            "     2 |   two();\n"
            "       |   ^~~~~~\n");
}

TEST(Excerpt, JoinsNeighboursAndMarksWhatItSkips) {
  EXPECT_EQ(excerpt(kLines, {6, 1, 2}, 80, 0),
            "   1 | one\n"
            "     | ^~~\n"
            "   2 |   two();\n"
            "     |   ^~~~~~\n"
            " ...\n"
            "   5 | \n"
            "   6 |     six = 6;\n"
            "     |     ^~~~~~~~\n");
}

TEST(Excerpt, ShowsTheFirstThreeThatWereAskedFor) {
  EXPECT_EQ(excerpt("a\nb\nc\nd\n", {4, 3, 3, 1}, 80, 0),
            "   2 | b\n"
            "   3 | c\n"
            "     | ^\n"
            "   4 | d\n"
            "     | ^\n");
}

TEST(Excerpt, OfAnEmptyLineHasACaret) {
  EXPECT_EQ(excerpt(kLines, {5}, 80, 0), "   4 | four\n   5 | \n     | ^\n");
}

TEST(Excerpt, OfALineWithoutAColumnHasACaret) {
  EXPECT_EQ(excerpt("\u0301\n", {1}, 80, 0), "   1 | \u0301\n     | ^\n");
}

TEST(Excerpt, LeavesOutLinesThatAreNotThere) {
  EXPECT_EQ(excerpt(kLines, {0, 8, -1}, 80, 0), "");
  EXPECT_EQ(excerpt("", {1}, 80, 0), "");
}

TEST(Excerpt, IsNoWiderThanAskedAndHoldsNoEscapes) {
  EXPECT_EQ(excerpt("\x1b[31mabcdefghijklmnopqrstuvwxyz", {1}, 20, 0),
            "   1 | abcdefghijklm\n"
            "     | nopqrstuvwxyz\n"
            "     | ^~~~~~~~~~~~~\n");
}

}  // namespace
}  // namespace gemmlab
