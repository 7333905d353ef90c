#include "grader/core/score.h"

#include <gtest/gtest.h>

#include "grader/core/facts/sample_check.h"

namespace gemmlab {
namespace {

Check check(int points) {
  Check result;
  result.max_points = points;
  return result;
}

TEST(Spread, LosesNoPoint) {
  EXPECT_EQ(spread(60, 7), (std::vector<int>{9, 9, 9, 9, 8, 8, 8}));
  EXPECT_EQ(spread(20, 0), std::vector<int>{});
}

TEST(Settle, TakesTheFirstFailureInTheClosedOrder) {
  LabResult lab;
  lab.checks = {failed(check(10), Verdict::wrong, WrongValues{}),
                failed(check(10), Verdict::race, Finding{}), passed(check(5))};
  settle(lab);
  EXPECT_EQ(lab.verdict, Verdict::race);
  EXPECT_EQ(lab.score, 5);
  EXPECT_EQ(lab.max_score, 25);
}

TEST(HintedFailure, IsOneWithTheVerdictOfTheLab) {
  LabResult lab;
  EXPECT_EQ(hinted_failure(lab), nullptr);
  lab.checks = {failed(check(10), Verdict::wrong, WrongValues{}),
                failed(check(10), Verdict::race, Finding{})};
  settle(lab);
  EXPECT_EQ(hinted_failure(lab), nullptr);
  lab.checks[0].hint = "3.1";
  EXPECT_EQ(hinted_failure(lab), &lab.checks[0]);
  lab.checks[1].hint = "3.2";
  EXPECT_EQ(hinted_failure(lab), &lab.checks[1]);
}

TEST(Settle, LetsUngradedSpeedPass) {
  LabResult lab;
  lab.checks = {passed(check(80)), not_graded(check(20), Reason::no_gpu)};
  settle(lab);
  EXPECT_EQ(lab.verdict, Verdict::passed);
  EXPECT_EQ(lab.score, 80);
  EXPECT_EQ(lab.not_graded_points, 20);
}

TEST(Settle, NeverPassesALabInWhichNothingWasExamined) {
  LabResult none, ungraded;
  ungraded.checks = {not_graded(check(100), Reason::machine)};
  settle(none);
  settle(ungraded);
  EXPECT_EQ(none.verdict, Verdict::not_graded);
  EXPECT_EQ(ungraded.verdict, Verdict::not_graded);
}

}  // namespace
}  // namespace gemmlab
