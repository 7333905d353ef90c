#include "grader/batch/csv.h"
#include "grader/report/text.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace gemmlab {
namespace {

TEST(Csv, is_read_with_quotes_line_ends_and_mark) {
  const CsvTable table = read_csv(
      "\xEF\xBB\xBF"
      "a,\"b \"\"c\"\", d\"\r\n\r\n\"two\nlines\",\r\nlast");
  EXPECT_EQ(table.mark, "\xEF\xBB\xBF");
  EXPECT_EQ(table.line_end, "\r\n");
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.rows[0][1].text, "b \"c\", d");
  EXPECT_EQ(table.rows[0][1].raw, "\"b \"\"c\"\", d\"");
  EXPECT_EQ(table.rows[1][0].text, "two\nlines");
  EXPECT_EQ(table.rows[1][1].text, "");
  EXPECT_EQ(table.lines, (std::vector<int>{1, 3, 5}));
}

TEST(Csv, is_read_with_other_separators_and_in_UTF_16) {
  EXPECT_EQ(read_csv("a;\"b,c;d\"\nx;y").rows[0][1].text, "b,c;d");
  EXPECT_EQ(read_csv("a\tb\tc,d\n").rows[0][2].text, "c,d");
  const CsvTable table = read_csv(std::string("\xFF\xFE\x41\x01;\0b\0\n\0", 10));
  EXPECT_EQ(table.rows[0][0].text, "\u0141");
  EXPECT_EQ(table.rows[0][1].text, "b");
  EXPECT_EQ(table.separator, ';');
}

TEST(Csv, says_where_a_quote_is_not_closed) {
  try {
    read_csv("a,b\nc,\"d\n");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "line 2: a quote is not closed");
  }
}

TEST(Csv, lets_no_spreadsheet_run_what_a_cell_says) {
  EXPECT_EQ(csv_text("=cmd()"), "\"'=cmd()\"");
  EXPECT_EQ(csv_text("+1"), "\"'+1\"");
  EXPECT_EQ(csv_text("-1"), "\"'-1\"");
  EXPECT_EQ(csv_text("@sum"), "\"'@sum\"");
  EXPECT_EQ(csv_text("\t=1"), "\"'    =1\"");
  EXPECT_EQ(csv_text("\r=1"), "\"'=1\"");
  EXPECT_EQ(csv_text("a\x1b[31m\nb"), "a b");
  EXPECT_EQ(csv_text("a,\"b\""), "\"a,\"\"b\"\"\"");
  EXPECT_EQ(csv_text("plain = text"), "plain = text");
}

TEST(Csv, writes_numbers_as_numbers) {
  EXPECT_EQ(short_number(80), "80");
  EXPECT_EQ(short_number(200.0 / 3), "66.67");
  EXPECT_EQ(short_number(-0.001), "0");
  EXPECT_EQ(short_number(100), "100");
}

}  // namespace
}  // namespace gemmlab
