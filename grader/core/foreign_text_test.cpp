#include "grader/core/foreign_text.h"

#include <gtest/gtest.h>

namespace gemmlab {
namespace {

TEST(ValidUtf8, KeepsWhatIsValid) {
  EXPECT_EQ(valid_utf8("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"),
            "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
}

TEST(ValidUtf8, ReplacesStrayOverlongSurrogateAndCutOffBytes) {
  EXPECT_EQ(valid_utf8("a\xFFz"), "a\xEF\xBF\xBDz");
  EXPECT_EQ(valid_utf8("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(valid_utf8("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(valid_utf8("\xE2\x82"), "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Printable, RemovesTerminalEscapesWhole) {
  EXPECT_EQ(printable("\x1b[1;31mred\x1b[0m"), "red");
  EXPECT_EQ(printable("\x1b]0;title\x07text"), "text");
  EXPECT_EQ(printable("\x1b]8;;http://x\x1b\\link"), "link");
  EXPECT_EQ(printable("\x1b"
                      "7a\x1b"
                      "8"),
            "a");
  EXPECT_EQ(printable("\x1bP1\x1b\\text"), "text");
  EXPECT_EQ(printable("\x1b]no end\nnext line"), "\nnext line");
  EXPECT_EQ(printable("end\x1b"), "end");
  EXPECT_EQ(printable("end\x1b[3"), "end");
  EXPECT_EQ(printable("a\x1b[3\nb\x1b\nc"), "a\nb\nc");
}

TEST(Printable, RemovesControlCharactersButNewlines) {
  EXPECT_EQ(printable("a\rb\bc\x7f\nd"), "abc\nd");
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "31m");  // CSI as one 8-bit control character
  EXPECT_EQ(printable("a\xE2\x80\xAE"
                      "b"),
            "ab");  // right-to-left override
  EXPECT_EQ(printable(std::string("a\0b", 3)), "ab");
  EXPECT_EQ(printable("a\u2028b\u2029c"), "abc");                  // lines, for some programs
  EXPECT_EQ(printable("a\u200bb\u2060c\ufeffd\u00ade"), "abcde");  // of no width
  EXPECT_EQ(printable("a\uFFFEb\uFFFFc"), "abc");                  // not in XML
}

TEST(Printable, KeepsOnlyAFewMarksOnACharacter) {
  std::string marks;
  for (int i = 0; i < 1000; ++i) {
    marks += "\u0301";
  }
  EXPECT_EQ(printable("o\u0302\u0301").size(), 5u);
  EXPECT_EQ(printable("a" + marks + "b" + marks), printable("a" + marks) + printable("b" + marks));
  EXPECT_LT(printable("a" + marks).size(), 10u);
  EXPECT_LT(printable(marks).size(), 10u);
}

TEST(Printable, RemovesWhatNobodySees) {
  for (const char* unseen :
       {"\u00AD", "\u034F", "\u061C", "\u17B4", "\u17B5", "\u180E", "\u200B", "\u202E", "\u2066",
        "\uFE00", "\uFE0F", "\uFEFF", "\uFFF9", "\uFFFB", "\U0001D173", "\U0001D17A", "\U000E0000",
        "\U000E0041", "\U000E0FFF"}) {
    EXPECT_EQ(printable(std::string("a") + unseen + "b"), "ab") << unseen;
  }
  EXPECT_EQ(printable("\u0928\u200D\u0928"), "\u0928\u200D\u0928");  // joins letters
}

TEST(Printable, HasOnlyBlanksThatAreBlanks) {
  for (const char* blank :
       {"\u00A0", "\u115F", "\u1680", "\u2003", "\u202F", "\u2800", "\u3000", "\u3164", "\uFFA0"}) {
    EXPECT_EQ(printable(std::string("a") + blank + "b"), "a b") << blank;
  }
}

TEST(Printable, KeepsWhatPeopleWrite) {
  for (const char* text : {"<b>&", "two\nlines", "\u0141ukasz \u017Bak", "e\u0301",
                           "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645", "\U0001F600"}) {
    EXPECT_EQ(printable(text), text);
  }
}

TEST(Printable, AlignsTabs) {
  EXPECT_EQ(printable("\ta\tb\n\tc"), "    a   b\n    c");
}

TEST(ForeignText, IsCutAndMadeFitToBeShown) {
  EXPECT_EQ(ForeignText("a\x1b[31mb\n").text(), "ab\n");
  EXPECT_EQ(ForeignText("one\ntwo\nthree", {.lines = 2}).text(), "one\ntwo\n");
  EXPECT_EQ(ForeignText("one\ntwo", {.lines = 2}).text(), "one\ntwo");
  EXPECT_EQ(ForeignText("123456", {.bytes = 4}).text(), "1234");
  EXPECT_EQ(ForeignText("12\n34\n", {.bytes = 4, .lines = 1}).text(), "12\n");
  EXPECT_TRUE(ForeignText("").empty());
}

}  // namespace
}  // namespace gemmlab
