#include "common/facts/text_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace gemmlab {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::vector<std::string> kColumns{"id", "sms", "source"};

std::string message(const std::function<void()>& act) {
  try {
    act();
  } catch (const TableError& error) {
    return error.what();
  }
  return "no error";
}

std::string message_of(const std::string& text) {
  return message([&] { read_table(text, "t", kColumns); });
}

TEST(Table, HasCellsByColumnAndTheRestOfTheLineLast) {
  const auto rows =
      read_table("# a comment\nid sms source\n\na  16  a brief, of 2006 \n", "t", kColumns);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].text("id"), "a");
  EXPECT_EQ(rows[0].whole("sms"), 16);
  EXPECT_EQ(rows[0].text("source"), "a brief, of 2006");
  EXPECT_THROW(rows[0].text("no such column"), std::logic_error);
}

TEST(Table, HasBlanksInACellBetweenQuotationMarks) {
  const auto rows = read_table("id sms source\n\"a b\" 16 a \"brief\"\n", "t", kColumns);
  EXPECT_EQ(rows.at(0).text("id"), "a b");
  EXPECT_EQ(rows.at(0).whole("sms"), 16);
  EXPECT_EQ(rows.at(0).text("source"), "a \"brief\"");
}

TEST(Table, GoesOnInIndentedLines) {
  const auto rows =
      read_table("id sms source\na 1 one\n\n  two \n# no\n\tthree\nb 2 x\n", "t", kColumns);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].text("source"), "one two three");
  EXPECT_EQ(rows[0].words("source"), (std::vector<std::string>{"one", "two", "three"}));
  EXPECT_EQ(words_of_table("id sms source\na 1 x y\n z\nb 2 u\n", "t", kColumns),
            (std::vector<std::string>{"x", "y", "z", "u"}));
}

TEST(Table, NamesLineAndColumnOfWhatIsWrong) {
  EXPECT_THAT(message_of("id sms source\na 16\n"), StartsWith("t:2:5: source is missing"));
  EXPECT_THAT(message_of("id  lanes source\na 1 x\n"),
              StartsWith("t:1:5: the columns must be id, sms"));
  EXPECT_THAT(message_of("id sms source more\na 1 x\n"), HasSubstr("'more'"));
  EXPECT_THAT(message_of("id sms source\n  a 1 x\n"), StartsWith("t:2:1: an indented line"));
  EXPECT_THAT(message_of("id sms source\na \"1 x\n"), StartsWith("t:2:3: this quotation mark"));
  EXPECT_THAT(message_of("id sms source\n# nothing\n"), HasSubstr("no row"));
  EXPECT_THAT(message_of(""), HasSubstr("no row"));
}

TEST(Table, NamesLineAndColumnOfWhatIsNoNumber) {
  const auto rows = read_table("id sms source\na  16x y\nb -1 y\nc 1.5 y\n", "t", kColumns);
  EXPECT_THAT(message([&] { rows[0].whole("sms"); }),
              StartsWith("t:2:4: sms: '16x' is not a number"));
  EXPECT_THAT(message([&] { rows[1].number("sms"); }), StartsWith("t:3:3: sms: '-1'"));
  EXPECT_THAT(message([&] { rows[2].whole("sms"); }), HasSubstr("'1.5' is not a whole number"));
  EXPECT_EQ(rows[2].number("sms"), 1.5);
}

}  // namespace
}  // namespace gemmlab
