#include "grader/batch/class_files.h"

#include <gtest/gtest.h>

namespace gemmlab {
namespace {

const std::vector<Lab> kGradedLabs{{"01", "cpu_loop", "kernel.cpp", "The CPU loop"},
                                   {"02", "naive_kernel", "kernel.cu", "One thread, one output"}};

LabResult lab(const std::string& id, int score, int not_graded) {
  LabResult lab;
  lab.id = id;
  lab.verdict = Verdict::passed;
  lab.score = score;
  lab.not_graded_points = not_graded;
  return lab;
}

Record record(const std::vector<LabResult>& labs) {
  Record record;
  record.student = "ann";
  record.result.labs = labs;
  return record;
}

TEST(Grades, weigh_the_labs_in_percent) {
  CoursePolicy policy = default_policy(kGradedLabs);
  const Record ann = record({lab("01", 100, 0), lab("02", 40, 20)});
  const StudentGrade even = grade(ann, policy, kGradedLabs);
  EXPECT_DOUBLE_EQ(even.total.value(), 70);
  EXPECT_DOUBLE_EQ(even.not_graded, 10);
  policy.labs["02"].weight = 3;
  EXPECT_DOUBLE_EQ(grade(ann, policy, kGradedLabs).total.value(), 55);
  EXPECT_DOUBLE_EQ(grade(ann, policy, kGradedLabs).not_graded, 15);
  policy.labs.erase("01");
  EXPECT_DOUBLE_EQ(grade(ann, policy, kGradedLabs).total.value(), 40);
  EXPECT_EQ(grade(ann, policy, kGradedLabs).labs.size(), 1u);
}

TEST(Grades, are_empty_and_never_0_where_our_side_failed) {
  CoursePolicy policy = default_policy(kGradedLabs);
  Record ann = record({lab("01", 100, 0), lab("02", 0, 100)});
  ann.result.labs[1].infrastructure = true;
  const StudentGrade part = grade(ann, policy, kGradedLabs);
  EXPECT_EQ(part.labs[0].points, 100);
  EXPECT_FALSE(part.labs[1].points);
  EXPECT_FALSE(part.total);
  ann.infrastructure = "no space is left";
  EXPECT_FALSE(grade(ann, policy, kGradedLabs).labs[0].points);
  ann.infrastructure = "";
  policy.labs["02"].weight = 0;  // a lab that does not count may be missing
  EXPECT_EQ(grade(ann, policy, kGradedLabs).total, 100);
}

TEST(Grades, are_0_for_a_refused_submission_and_empty_for_labs_not_asked_for) {
  Record ann = record({});
  EXPECT_FALSE(grade(ann, default_policy(kGradedLabs), kGradedLabs).total);
  ann.problem = "the archive is broken";
  EXPECT_EQ(grade(ann, default_policy(kGradedLabs), kGradedLabs).total, 0);
}

TEST(Grades, begin_to_be_late_after_the_grace_time) {
  const LateRule rule{.grace_minutes = 10, .per_day_percent = 10, .max_days = 2};
  EXPECT_EQ(days_late(0, 0, rule), 0);
  EXPECT_EQ(days_late(600, 0, rule), 0);
  EXPECT_EQ(days_late(601, 0, rule), 1);
  EXPECT_EQ(days_late(86400, 0, rule), 1);
  EXPECT_EQ(days_late(86401, 0, rule), 2);
  EXPECT_EQ(days_late(-86401, 0, rule), 0);
}

TEST(Grades, lose_by_the_day_and_are_0_after_the_last) {
  const LateRule rule{.grace_minutes = 0, .per_day_percent = 10, .max_days = 2};
  EXPECT_DOUBLE_EQ(after_late_rule(80, 0, rule), 80);
  EXPECT_DOUBLE_EQ(after_late_rule(80, 2, rule), 64);
  EXPECT_DOUBLE_EQ(after_late_rule(80, 3, rule), 0);
  EXPECT_DOUBLE_EQ(after_late_rule(80, 1, {0, 100, {}}), 0);
  EXPECT_DOUBLE_EQ(after_late_rule(80, 5, {0, 30, {}}), 0);  // and not below
  EXPECT_DOUBLE_EQ(after_late_rule(80, 1, {.max_days = 0}), 0);
  EXPECT_DOUBLE_EQ(after_late_rule(80, 99, {}), 80);
}

TEST(Grades, take_each_labs_own_time) {
  CoursePolicy policy = default_policy(kGradedLabs);
  policy.labs["01"].due = policy.labs["02"].due = parse_utc("2026-01-31T12:00:00Z");
  policy.late.per_day_percent = 25;
  Record ann = record({lab("01", 80, 0), lab("02", 80, 20)});
  ann.submitted_at = {{"01", "2026-01-31T12:00:00Z"}, {"02", "2026-02-01T12:00:01Z"}};
  const StudentGrade grades = grade(ann, policy, kGradedLabs);
  EXPECT_EQ(grades.labs[0].points, 80);
  EXPECT_EQ(grades.labs[1].days_late, 2);
  EXPECT_EQ(grades.labs[1].points, 40);
  EXPECT_EQ(grades.labs[1].not_graded, 20);
  EXPECT_EQ(grades.total, 60);
}

}  // namespace
}  // namespace gemmlab
