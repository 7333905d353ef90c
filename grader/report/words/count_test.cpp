#include "grader/report/words/count.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <regex>
#include <set>

#include "grader/core/facts/cause.h"
#include "grader/report/words/cause_words.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

std::string filled_with(const char* format, std::int64_t number) {
  return fmt::format(fmt::runtime(format), fmt::arg("n", count_or_same(number)));
}

TEST(NumbersToldApart, HaveTheDigitsThatShowThatTheyDiffer) {
  using Texts = std::pair<std::string, std::string>;
  EXPECT_EQ(told_apart(2.7, 2.5, 1), Texts("2.7", "2.5"));
  EXPECT_EQ(told_apart(2.546, 2.5, 1), Texts("2.55", "2.50"));
  EXPECT_EQ(told_apart(2.5001, 2.5, 1), Texts("2.5001", "2.5000"));
  EXPECT_EQ(told_apart(1.1999, 1.2, 2), Texts("1.1999", "1.2000"));
  EXPECT_EQ(told_apart(300.2, 300, 0), Texts("300.2", "300.0"));
  EXPECT_EQ(told_apart(2.5, 2.5, 1), Texts("2.5", "2.5"));
}

TEST(Count, TakesTheSingularOnlyForOne) {
  EXPECT_EQ(filled_with("{n:row}", 0), "0 rows");
  EXPECT_EQ(filled_with("{n:row}", 1), "1 row");
  EXPECT_EQ(filled_with("{n:pass}", 1), "1 pass");
  EXPECT_EQ(filled_with("{n:pass} and {n:row}.", 2), "2 passes and 2 rows.");
  EXPECT_EQ(counted(std::uint64_t(-1), "byte"), "18446744073709551615 bytes");
}

TEST(Count, OfTimesIsOnce) {
  EXPECT_EQ(filled_with("{n:time}", 1), "once");
  EXPECT_EQ(filled_with("{n:time}", 2), "2 times");
}

TEST(Count, WithoutANounIsTheNumber) {
  EXPECT_EQ(filled_with("{n}", 1), "1");
  EXPECT_EQ(filled_with("{n:>3}", 1), "  1");
  EXPECT_EQ(filled_with("{n:x}", 26), "1a");
}

TEST(Count, IsSaidInTheSentenceOfACause) {
  EXPECT_NE(sentence(ClampedPastK{10, 1}, {}).find("is added once too often"), std::string::npos);
  EXPECT_NE(sentence(ClampedPastK{10, 3}, {}).find("is added 3 times too often"),
            std::string::npos);
}

// What is counted somewhere is not written as a plural after a plain number elsewhere.
TEST(Count, IsUsedByAllSentencesForTheSameNoun) {
  static const std::regex counted_noun(R"(\{\w+:([a-z]{2,})\})"), plural_noun(R"(\{\w+\} (\w+))");
  std::set<std::string> plurals;
  const auto for_each_match = [](const std::regex& pattern, auto use) {
    for (const auto& [name, text] : sentences()) {
      for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
        use((*at)[1].str(), name.first + ": " + text);
      }
    }
  };
  for_each_match(counted_noun, [&](const std::string& noun, const std::string&) {
    plurals.insert(plural(noun));
  });
  EXPECT_GT(plurals.size(), 8u);
  for_each_match(plural_noun, [&](const std::string& noun, const std::string& where) {
    EXPECT_FALSE(plurals.contains(noun)) << where;
  });
}

}  // namespace
}  // namespace gemmlab
