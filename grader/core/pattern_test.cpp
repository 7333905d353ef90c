#include "grader/core/pattern.h"

#include <gtest/gtest.h>

namespace gemmlab {
namespace {

TEST(Pattern, MatchesAWholeText) {
  const Pattern lab(R"((\d\d)_(\w+)(\.cu)?)");
  EXPECT_TRUE(lab.matches("03_tiled"));
  EXPECT_FALSE(lab.matches("03_tiled.md"));
  EXPECT_FALSE(lab.matches(" 03_tiled"));
  EXPECT_FALSE(lab.matches(""));

  const auto match = lab.match("03_tiled");
  ASSERT_TRUE(match);
  EXPECT_EQ((*match)[0], "03_tiled");
  EXPECT_EQ((*match)[1], "03");
  EXPECT_EQ((*match)[2], "tiled");
  EXPECT_EQ((*match)[3], "") << "it took no part";
  EXPECT_FALSE(lab.match("tiled"));
}

TEST(Pattern, ReadsNoFurtherThanTheText) {
  const std::string_view text = "release 12";
  EXPECT_TRUE(Pattern(R"(release \d)").matches(text.substr(0, 9)));
  EXPECT_EQ((*Pattern(R"(\d+$)").first_in(text.substr(0, 9)))[0], "1");
}

TEST(Pattern, FindsTheFirstPlace) {
  const auto found = Pattern(R"((\d+)\.(\d+))").first_in("release 12.4, V12.4.131");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->begin, 8u);
  EXPECT_EQ((*found)[0], "12.4");
  EXPECT_EQ((*found)[2], "4");
  EXPECT_FALSE(Pattern("[A-Z]").is_in("release"));
  EXPECT_TRUE(Pattern("[a-z]").is_in("V2.r"));
}

TEST(Pattern, FindsEachPlace) {
  const std::string text = "Used 12 registers, Used 7 registers";
  std::string numbers;
  for (const Match& each : Pattern(R"(Used (\d+))").all_in(text)) {
    EXPECT_EQ(text.substr(each.begin, each[0].size()), each[0]);
    numbers += each[1] + ' ';
  }
  EXPECT_EQ(numbers, "12 7 ");
  EXPECT_EQ(Pattern("^Used").all_in(text).size(), 1u) << "a text begins once";
  EXPECT_TRUE(Pattern("x").all_in("").empty());
}

TEST(Pattern, ReplacesEachPlace) {
  const Pattern link(R"(\[([^\]]*)\]\([^)]*\))");
  EXPECT_EQ(link.replace("see [one](a.md) and [two](b.md).", "<$1>"), "see <one> and <two>.");
  EXPECT_EQ(link.replace("nothing", "<$1>"), "nothing");
  EXPECT_EQ(Pattern("#.*").replace("make # all", ""), "make ");
}

TEST(Pattern, TellsLettersApartUnlessAsked) {
  EXPECT_FALSE(Pattern("zip").matches("ZIP"));
  EXPECT_TRUE(Pattern("zip", Letters::any_case).matches("ZIP"));
}

}  // namespace
}  // namespace gemmlab
