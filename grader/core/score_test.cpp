#include "grader/core/score.h"

#include <gtest/gtest.h>

namespace gemmlab {
namespace {

Check check(Status status, int points, Verdict verdict = Verdict::passed) {
  Check result;
  result.status = status;
  result.max_points = points;
  result.verdict = verdict;
  return result;
}

TEST(Spread, LosesNoPoint) {
  EXPECT_EQ(spread(60, 7), (std::vector<int>{9, 9, 9, 9, 8, 8, 8}));
  EXPECT_EQ(spread(20, 0), std::vector<int>{});
}

TEST(Settle, TakesTheFirstFailureInTheClosedOrder) {
  LabResult lab;
  lab.checks = {check(Status::failed, 10, Verdict::wrong), check(Status::failed, 10, Verdict::race),
                check(Status::passed, 5)};
  settle(lab);
  EXPECT_EQ(lab.verdict, Verdict::race);
  EXPECT_EQ(lab.score, 5);
  EXPECT_EQ(lab.max_score, 25);
}

TEST(Settle, LetsUngradedSpeedPass) {
  LabResult lab;
  lab.checks = {check(Status::passed, 80), check(Status::not_graded, 20)};
  settle(lab);
  EXPECT_EQ(lab.verdict, Verdict::passed);
  EXPECT_EQ(lab.score, 80);
  EXPECT_EQ(lab.not_graded_points, 20);
}

TEST(Settle, NeverPassesALabInWhichNothingWasExamined) {
  LabResult none, ungraded;
  ungraded.checks = {check(Status::not_graded, 100)};
  settle(none);
  settle(ungraded);
  EXPECT_EQ(none.verdict, Verdict::not_graded);
  EXPECT_EQ(ungraded.verdict, Verdict::not_graded);
}

TEST(Verdicts, HaveDistinctNamesThatReadBack) {
  for (int i = 0; i <= int(Verdict::passed); ++i) {
    EXPECT_EQ(named<Verdict>(name(Verdict(i))), Verdict(i));
  }
  EXPECT_FALSE(named<Verdict>("FINE").has_value());
}

}  // namespace
}  // namespace gemmlab
