#include <gtest/gtest.h>

#include "grader/core/facts/cause_parts.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

using Kind = Stripes::Kind;

TEST(RegionWords, DescribeStripes) {
  EXPECT_EQ(words(Stripes{Kind::all, 0, 40}, "row"), "every row");
  EXPECT_EQ(words(Stripes{Kind::from, 32, 40}, "row"), "rows 32 to 39");
  EXPECT_EQ(words(Stripes{Kind::from, 39, 40}, "row"), "row 39");
  EXPECT_EQ(words(Stripes{Kind::before, 0, 8}, "row"), "rows 0 to 7");
  EXPECT_EQ(words(Stripes{Kind::regular, 8, 32, 32}, "row"), "rows 8 to 31 of every 32");
  EXPECT_EQ(words(Stripes{Kind::scattered}, "row"), "some rows");
}

TEST(RegionWords, BeginASentenceOnOneLineOrMany) {
  EXPECT_EQ(was_never_written({Region::Kind::either, {Kind::from, 39, 40}, {}}),
            "Row 39 was never written: ");
  EXPECT_EQ(is_wrong({Region::Kind::either, {Kind::from, 32, 33}, {Kind::from, 48, 50}}),
            "Row 32 and columns 48 to 49 are wrong, the rest is right: ");
  EXPECT_EQ(is_wrong({Region::Kind::crossing, {Kind::from, 32, 33}, {Kind::all, 0, 50}}),
            "Row 32, in every column are wrong, the rest is right: ");
}

}  // namespace
}  // namespace gemmlab
