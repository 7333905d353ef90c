#include "grader/core/facts/cause.h"

#include <gtest/gtest.h>

#include <set>

#include "grader/core/facts/fact_json.h"

namespace gemmlab {
namespace {

template <typename... Each>
std::vector<Cause> all_of(const OneOf<Each...>&) {
  std::vector<Cause> all(sizeof...(Each));
  auto next = all.begin();
  ((next++)->template emplace<Each>(), ...);  // for the compiler, far less than conversions
  return all;
}

TEST(Causes, HaveANameOfTheirOwnEach) {
  const auto names = all_cause_names();
  EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
  EXPECT_EQ(name_of(KTailMissing{}), "k_tail_missing");
  EXPECT_EQ(name_of(RightOnlyInOneBlock{}), "right_only_in_one_block");
}

TEST(Causes, SurviveTheWayThroughJson) {
  for (const Cause& cause : all_of(Cause())) {
    const Json json(cause);
    EXPECT_EQ(json.at("name"), name_of(cause));
    const Cause again = json.get<Cause>();
    EXPECT_EQ(again.index(), cause.index());
    EXPECT_EQ(Json(again), json) << json.text();
  }
}

TEST(Causes, KeepTheirDataInJson) {
  const Region region{Region::Kind::either, {Stripes::Kind::from, 32, 40}, {}};
  const Json json = Cause(GridTooSmall{region, {{Axis::row, 2, 32, 40}}});
  const Cause again = json.get<Cause>();
  const auto& grid = get<GridTooSmall>(again);
  EXPECT_EQ(grid.region.rows.first, 32);
  EXPECT_EQ(grid.ends.front().extent, 40);
  const Json mixed = Cause(OutputsMixedUp{OutputsTurned{8}});
  EXPECT_EQ(mixed.at("how"), (Json{{"name", "turned"}, {"outputs", 8}}));
}

TEST(Causes, OfUnknownNamesOrWithoutTheirDataAreRefused) {
  EXPECT_THROW((Json{{"name", "bad_luck"}}).get<Cause>(), JsonError);
  EXPECT_THROW((Json{{"name", "sum_multiplied"}}).get<Cause>(), JsonError);
}

TEST(Causes, MaySayOnlyWhere) {
  EXPECT_TRUE(says_only_where(StoredZero{}));
  EXPECT_FALSE(says_only_where(Negated{}));
  EXPECT_TRUE((cause_is<Negated, StoredZero>(StoredZero{})));
}

TEST(Causes, MayComeFromWhoStoredWhat) {
  EXPECT_TRUE(is_measured(BlocksApart{}));
  EXPECT_FALSE(is_measured(PartNotWritten{}));
}

}  // namespace
}  // namespace gemmlab
