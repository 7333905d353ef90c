
#include "grader/cli/watch/screen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/report/text.h"

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

View view_of(int lines) {
  View view;
  view.title = "labs/03_tiled_kernel/kernel.cu";
  view.status = "graded at 14:02:11 in 1.9 s";
  for (int i = 1; i <= lines; ++i) {
    view.body += "line " + std::to_string(i) + '\n';
  }
  view.keys = {{"n", "next"}, {"q", "quit"}};
  return view;
}

TEST(View, HasTitleBodyAndKeys) {
  EXPECT_THAT(screen_of(view_of(2), {62, 7}, {}),
              ElementsAre("labs/03_tiled_kernel/kernel.cu     graded at 14:02:11 in 1.9 s", "",
                          "line 1", "line 2", "", "", "n next   q quit"));
}

TEST(View, OfALongBodySaysWhereOneIsAndEndsWithItsLastLine) {
  View view = view_of(10);
  EXPECT_THAT(screen_of(view, {62, 7}, {}),
              ElementsAre(HasSubstr("labs"), "", "line 1", "line 2", "line 3",
                          "rows 1 to 3 of 10; scroll with the arrow keys", "n next   q quit"));
  EXPECT_EQ(last_first_line(view, {62, 7}), 7);
  view.first_line = 99;
  EXPECT_EQ(screen_of(view, {62, 7}, {})[4], "line 10");
}

TEST(View, HasItsStatusBelowTheTitleWhereTheScreenIsNarrow) {
  const auto lines = screen_of(view_of(1), {40, 9}, {});
  EXPECT_EQ(lines[0], "labs/03_tiled_kernel/kernel.cu");
  EXPECT_EQ(lines[1], "graded at 14:02:11 in 1.9 s");
}

TEST(View, GoesOnBelowWithLinesThatAreTooLong) {
  View view;
  view.body = "\x1b[31mred and long\x1b[0m\n  indented\n\u00fcber\n";
  const auto lines = screen_of(view, {7, 11}, {});
  EXPECT_EQ(lines[2], "\x1b[31mred and\x1b[0m");
  EXPECT_EQ(lines[3], "long\x1b[0m");
  EXPECT_EQ(lines[4], "  inden");
  EXPECT_EQ(lines[5], "ted");
  EXPECT_EQ(lines[6], "\u00fcber");
}

TEST(View, FitsAnyScreen) {
  View view = view_of(30);
  view.keys = {{"n", "next"}, {"h", "hint"}, {"e", "explain"}, {"c", "check all"}, {"q", "quit"}};
  for (int rows = 1; rows <= 40; ++rows) {
    for (int columns = 4; columns <= 100; ++columns) {
      const auto lines = screen_of(view, {columns, rows}, {});
      EXPECT_LE(lines.size(), std::size_t(rows));
      EXPECT_LE(display_width(lines[0]), columns);
    }
  }
  EXPECT_EQ(screen_of(view, {46, 9}, {}).back(), "n next  h hint  e explain  c check all  q quit");
  EXPECT_EQ(screen_of(view, {38, 9}, {}).back(), "n next   h hint   c check all   q quit");
}

TEST(Keys, AreLettersAndAFewSequences) {
  const auto keys = keys_in("n\x1b[A\x1bOB\x1b[5~\x1b[6~\x1b[1;5C\x1b");
  ASSERT_EQ(keys.size(), 6u);
  EXPECT_TRUE(keys[0] == 'n');
  EXPECT_TRUE(keys[1] == Key::up);
  EXPECT_TRUE(keys[2] == Key::down);
  EXPECT_TRUE(keys[3] == Key::page_up);
  EXPECT_TRUE(keys[4] == Key::page_down);
  EXPECT_TRUE(keys[5] == Key::escape);
}

}  // namespace
}  // namespace gemmlab
