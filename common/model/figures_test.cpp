#include "common/model/figures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace gemmlab::model {
namespace {

TEST(Figures, ComeOutAsDocumented) {
  EXPECT_GT(figures().size(), 60u);
  for (const Figure& figure : figures()) {
    const Checked checked = check(figure);
    EXPECT_TRUE(checked.as_documented) << figure.from << ", " << figure.what << ": "
                                       << shown(checked.computed) << ", stated " << figure.stated;
    EXPECT_GT(checked.computed, 0) << figure.what;
  }
}

TEST(Figures, EachSayWhereFromHowAndWhy) {
  std::set<std::string_view> whats;
  for (const Figure& figure : figures()) {
    SCOPED_TRACE(figure.what);
    EXPECT_TRUE(std::any_of(texts().begin(), texts().end(),
                            [&](const Text& text) { return text.tag == figure.from; }));
    EXPECT_FALSE(figure.formula.empty());
    EXPECT_GT(value_of(figure.stated), 0);
    EXPECT_TRUE(figure.expected != Agreement::slips || !figure.right.empty());
    EXPECT_TRUE(figure.expected != Agreement::agrees || figure.right.empty());
    if (figure.expected != Agreement::agrees) {
      EXPECT_FALSE(figure.note.empty());
    }
    whats.insert(figure.what);
  }
  EXPECT_GT(whats.size(), 60u);
}

TEST(Figures, OfEveryTextAndKindAreThere) {
  for (const Text& text : texts()) {
    EXPECT_TRUE(std::any_of(figures().begin(), figures().end(), [&](const Figure& figure) {
      return figure.from == text.tag;
    })) << text.tag;
  }
  const auto slips = std::count_if(figures().begin(), figures().end(), [](const Figure& figure) {
    return figure.expected == Agreement::slips;
  });
  EXPECT_GE(slips, 7);
}

Checked checked(double computed, const char* stated, Agreement expected, const char* right = "") {
  return check({"HPC", "", "", computed, stated, "", expected, right, ""});
}

// A check that cannot fail would be useless.
TEST(Check, TellsWhatDoesNotComeOutAsDocumented) {
  EXPECT_TRUE(checked(6, "6", Agreement::agrees).as_documented);
  EXPECT_FALSE(checked(6, "8", Agreement::agrees).as_documented);
  EXPECT_FALSE(checked(6, "6.6", Agreement::agrees).as_documented);
  EXPECT_TRUE(checked(6, "8", Agreement::slips, "6").as_documented);
  EXPECT_FALSE(checked(6, "6", Agreement::slips, "6").as_documented);  // not a slip
  EXPECT_FALSE(checked(6, "8", Agreement::slips, "7").as_documented);
  EXPECT_FALSE(checked(6, "8", Agreement::slips).as_documented);
  EXPECT_FALSE(checked(6, "7", Agreement::rounded).as_documented);
  EXPECT_TRUE(checked(101.0, "100", Agreement::rounded).as_documented);
  EXPECT_FALSE(checked(103.0, "100", Agreement::rounded).as_documented);
  EXPECT_FALSE(checked(6, "6", Agreement::rounded).as_documented);
  EXPECT_FALSE(checked(6, "8", Agreement::rounded).as_documented);
  EXPECT_FALSE(checked(std::nan(""), "6", Agreement::agrees).as_documented);
}

TEST(Check, ComparesTheDigitsThatAreStated) {
  EXPECT_TRUE(checked(2.2748, "2.27", Agreement::agrees).as_documented);
  EXPECT_FALSE(checked(2.2748, "2.28", Agreement::agrees).as_documented);
  EXPECT_FALSE(checked(8.5, "8", Agreement::agrees).as_documented) << "6 % apart";
  EXPECT_TRUE(checked(55.5, "56", Agreement::agrees).as_documented);
  EXPECT_EQ(value_of("41,250"), 41250);
  EXPECT_EQ(half_unit_of("2.27"), 0.005);
}

TEST(Shown, HasFewDigitsAndWholeNumbersInFull) {
  EXPECT_EQ(shown(37.5), "37.5");
  EXPECT_EQ(shown(1200), "1200");
  EXPECT_EQ(shown(41250.0000001), "41250");
  EXPECT_EQ(shown(2.27475), "2.275");
  EXPECT_EQ(shown(20000), "20000");
}

TEST(Markdown, HasARowForEachFigure) {
  const std::string text = figures_in_markdown();
  EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')),
            figures().size() + 2);
  EXPECT_NE(text.find("| HPC | naive kernel: 150 GB/s allow | 150 GB/s / 4 B/FLOP | 37.5 | "
                      "37.5 GFLOP/s | agrees |"),
            std::string::npos);
}

}  // namespace
}  // namespace gemmlab::model
