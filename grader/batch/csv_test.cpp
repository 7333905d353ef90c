#include "grader/batch/csv.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace gemmlab {
namespace {

TEST(Csv, is_read_with_quotes_line_ends_and_mark) {
  const CsvTable table = read_csv(
      "\xEF\xBB\xBF"
      "a,\"b \"\"c\"\", d\"\r\n\r\n\"two\nlines\",\r\nlast");
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.rows[0][1], "b \"c\", d");
  EXPECT_EQ(table.rows[1][0], "two\nlines");
  EXPECT_EQ(table.rows[1][1], "");
  EXPECT_EQ(table.lines, (std::vector<int>{1, 3, 5}));
}

TEST(Csv, is_read_with_other_separators_and_in_UTF_16) {
  EXPECT_EQ(read_csv("a;\"b,c;d\"\nx;y").rows[0][1], "b,c;d");
  EXPECT_EQ(read_csv("a\tb\tc,d\n").rows[0][2], "c,d");
  const CsvTable table = read_csv(std::string("\xFF\xFE\x41\x01;\0b\0\n\0", 10));
  EXPECT_EQ(table.rows[0][0], "\u0141");
  EXPECT_EQ(table.rows[0][1], "b");
}

TEST(Csv, says_where_a_quote_is_not_closed) {
  try {
    read_csv("a,b\nc,\"d\n");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "line 2: a quote is not closed");
  }
}

}  // namespace
}  // namespace gemmlab
