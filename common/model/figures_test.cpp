#include "common/model/figures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "common/facts/json.h"

namespace gemmlab::model {
namespace {

TEST(Figures, EachSayWhereFromHowAndWhy) {
  std::set<std::string_view> whats;
  for (const Figure& figure : figures()) {
    SCOPED_TRACE(figure.what);
    EXPECT_TRUE(std::any_of(texts().begin(), texts().end(),
                            [&](const Text& text) { return text.tag == figure.text; }));
    EXPECT_FALSE(figure.formula.empty());
    EXPECT_FALSE(figure.stated.empty());
    EXPECT_GT(figure.computed, 0);
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
      return figure.text == text.tag;
    })) << text.tag;
  }
  const auto slips = std::count_if(figures().begin(), figures().end(), [](const Figure& figure) {
    return figure.expected == Agreement::slips;
  });
  EXPECT_GE(slips, 7);
}

TEST(Figures, AreListsInJson) {
  const Json json = figures_in_json();
  EXPECT_EQ(json.at("texts").items().size(), texts().size());
  ASSERT_EQ(json.at("figures").items().size(), figures().size());
  const Json& last = json.at("figures").at(figures().size() - 1);
  EXPECT_EQ(last.at("computed").get<double>(), figures().back().computed);
  EXPECT_EQ(last.at("expected").as_string(), "slips");
}

}  // namespace
}  // namespace gemmlab::model
