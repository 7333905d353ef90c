#include "grader/report/text.h"

#include <gtest/gtest.h>

namespace gemmlab {
namespace {

TEST(ValidUtf8, keeps_what_is_valid) {
  EXPECT_EQ(valid_utf8("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"),
            "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
}

TEST(ValidUtf8, replaces_stray_overlong_surrogate_and_cut_off_bytes) {
  EXPECT_EQ(valid_utf8("a\xFFz"), "a\xEF\xBF\xBDz");
  EXPECT_EQ(valid_utf8("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(valid_utf8("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(valid_utf8("\xE2\x82"), "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Printable, removes_terminal_escapes_whole) {
  EXPECT_EQ(printable("\x1b[1;31mred\x1b[0m"), "red");
  EXPECT_EQ(printable("\x1b]0;title\x07text"), "text");
  EXPECT_EQ(printable("\x1b]8;;http://x\x1b\\link"), "link");
  EXPECT_EQ(printable("\x1b"
                      "7a\x1b"
                      "8"),
            "a");
  EXPECT_EQ(printable("end\x1b"), "end");
  EXPECT_EQ(printable("end\x1b[3"), "end");
  EXPECT_EQ(printable("a\x1b[3\nb\x1b\nc"), "a\nb\nc");
}

TEST(Printable, removes_control_characters_but_newlines) {
  EXPECT_EQ(printable("a\rb\bc\x7f\nd"), "abc\nd");
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "31m");  // CSI as one 8-bit control character
  EXPECT_EQ(printable("a\xE2\x80\xAE"
                      "b"),
            "ab");  // right-to-left override
  EXPECT_EQ(printable(std::string("a\0b", 3)), "ab");
}

TEST(Printable, aligns_tabs) {
  EXPECT_EQ(printable("\ta\tb\n\tc"), "    a   b\n    c");
}

TEST(DisplayWidth, counts_code_points) {
  EXPECT_EQ(display_width("a\xC3\xA9z"), 3);
}

TEST(Clipped, keeps_short_lines_and_marks_cut_ones) {
  EXPECT_EQ(clipped("12345678", 8), "12345678");
  EXPECT_EQ(clipped("123456789", 8), "12345...");
  EXPECT_EQ(clipped("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 4), "\xC3\xA9...");
}

TEST(Wrap, breaks_at_blanks_and_keeps_indentation) {
  EXPECT_EQ(wrap("one two three\n  four five", 10, 2), "  one two\n  three\n    four\n    five\n");
}

TEST(Wrap, keeps_long_words_and_empty_lines) {
  EXPECT_EQ(wrap("a\n\nincomprehensibilities b", 8, 0), "a\n\nincomprehensibilities\nb\n");
}

TEST(Wrap, fills_the_width_exactly) {
  EXPECT_EQ(wrap("123 567 9", 7, 0), "123 567\n9\n");
  EXPECT_EQ(wrap("123 567", 7, 0), "123 567\n");
}

TEST(Beside, goes_below_where_the_line_would_be_too_long) {
  EXPECT_EQ(beside("left  ", "right", 11), "left  right\n");
  EXPECT_EQ(beside("left  ", "right", 10), "left\n    right\n");
}

}  // namespace
}  // namespace gemmlab
