#include "grader/report/text.h"

#include <gtest/gtest.h>

namespace gemmlab {
namespace {

TEST(DisplayWidth, CountsCodePoints) {
  EXPECT_EQ(display_width("a\xC3\xA9z"), 3);
}

TEST(Clipped, KeepsShortLinesAndMarksCutOnes) {
  EXPECT_EQ(clipped("12345678", 8), "12345678");
  EXPECT_EQ(clipped("123456789", 8), "12345...");
  EXPECT_EQ(clipped("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 4), "\xC3\xA9...");
}

TEST(Clipped, BoundsTheBytesOfMarksWithoutAWidth) {
  std::string line = "a";
  for (int i = 0; i < 100000; ++i) {
    line += "\u0301";
  }
  EXPECT_LT(clipped(line, 10).size(), 100u);
  EXPECT_TRUE(clipped(line, 10).ends_with("..."));
}

TEST(DisplayWidth, IsThatOfLettersOnATerminal) {
  EXPECT_EQ(display_width("a\xEF\xBC\xA1"), 3);  // a full-width A
  EXPECT_EQ(display_width("e\xCC\x81"), 1);      // an accent of its own
  EXPECT_EQ(clipped("\xEF\xBC\xA1\xEF\xBC\xA1\xEF\xBC\xA1", 5), "\xEF\xBC\xA1...");
}

TEST(Wrap, BreaksAtBlanksAndKeepsIndentation) {
  EXPECT_EQ(wrap("one two three\n  four five", 10, 2), "  one two\n  three\n    four\n    five\n");
}

TEST(Wrap, KeepsLongWordsAndEmptyLines) {
  EXPECT_EQ(wrap("a\n\nincomprehensibilities b", 8, 0), "a\n\nincomprehensibilities\nb\n");
}

// A row that is not marked is ours: the end of what is quoted must not look like one.
TEST(Wrap, MarksEachRowOfWhatIsQuoted) {
  EXPECT_EQ(wrap("| one two three", 10, 0), "| one two\n| three\n");
  EXPECT_EQ(wrap("  12 | one two", 12, 2), "    12 | one\n       | two\n");
  EXPECT_EQ(wrap("k.cu:1: error: one two three", 20, 0), "k.cu:1: error: one\n| two three\n");
  EXPECT_EQ(wrap("path/k.cu:1: error: one", 8, 0), "path/k.cu:1:\n| error:\n| one\n");
  EXPECT_EQ(wrap("with `one two three` four", 12, 0), "with `one\n| two three`\nfour\n");
  EXPECT_EQ(wrap("one `two three", 8, 0), "one `two\nthree\n");
  EXPECT_EQ(wrap("| onetwothree", 7, 0), "| onetw\n| othre\n| e\n");
}

TEST(Wrap, FillsTheWidthExactly) {
  EXPECT_EQ(wrap("123 567 9", 7, 0), "123 567\n9\n");
  EXPECT_EQ(wrap("123 567", 7, 0), "123 567\n");
}

TEST(Beside, GoesBelowWhereTheLineWouldBeTooLong) {
  EXPECT_EQ(beside("left  ", "right", 11), "left  right\n");
  EXPECT_EQ(beside("left  ", "right", 10), "left\n    right\n");
}

}  // namespace
}  // namespace gemmlab
