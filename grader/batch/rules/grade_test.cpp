#include "grader/batch/rules/grade.h"

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

LateRule late_rule(double percent, int free_days = 0, std::optional<int> max_days = {}) {
  LateRule rule;
  rule.percent = percent;
  rule.free_days = free_days;
  rule.max_days = max_days;
  return rule;
}

// The grade of lab 02 alone, handed in that many seconds after it was due.
LabGrade late(std::int64_t seconds, const LateRule& rule, double points = 80) {
  CoursePolicy policy = default_policy(kGradedLabs);
  policy.labs["02"].due = 0;
  policy.late = rule;
  return grade("ann", {{"02", {{points, Verdict::passed, seconds}}, 20}}, policy).labs[0];
}

constexpr std::int64_t kOneDay = 86400;

TEST(Grades, begin_to_be_late_after_the_grace_time) {
  LateRule rule = late_rule(10, 0, 2);
  rule.grace_minutes = 10;
  EXPECT_EQ(late(0, rule).days_late, 0);
  EXPECT_EQ(late(600, rule).days_late, 0);
  EXPECT_EQ(late(601, rule).days_late, 1);
  EXPECT_EQ(late(kOneDay, rule).days_late, 1);
  EXPECT_EQ(late(kOneDay + 1, rule).days_late, 2);
  EXPECT_EQ(late(-kOneDay - 1, rule).days_late, 0);
}

TEST(Grades, lose_by_the_day_or_the_hour_and_are_0_after_the_last_day) {
  const LateRule rule = late_rule(10, 0, 2);
  EXPECT_EQ(late(0, rule).points, 80);
  EXPECT_EQ(late(2 * kOneDay, rule).points, 64);
  EXPECT_EQ(late(2 * kOneDay + 1, rule).points, 0);
  EXPECT_EQ(late(1, late_rule(100)).points, 0);
  EXPECT_EQ(late(5 * kOneDay, late_rule(30)).points, 0);  // and not below
  EXPECT_EQ(late(1, late_rule(0, 0, 0)).points, 0);
  EXPECT_EQ(late(99 * kOneDay, {}).points, 80);
  LateRule hourly = late_rule(5);
  hourly.hours = 1;
  EXPECT_EQ(late(2 * 3600 + 1, hourly).points, 68);
}

TEST(Grades, lose_no_more_than_the_limits_let_them) {
  LateRule rule = late_rule(10);
  rule.most_percent = 25;
  EXPECT_EQ(late(9 * kOneDay, rule).points, 60);
  rule.least_points = 70;
  EXPECT_EQ(late(9 * kOneDay, rule).points, 70);
  EXPECT_EQ(late(9 * kOneDay, rule, 20).points, 20);
  rule.max_days = 3;
  EXPECT_EQ(late(9 * kOneDay, rule).points, 0);
}

TEST(Grades, say_each_step_why_and_by_how_much) {
  const LabGrade lab = late(2 * kOneDay, late_rule(10, 1));
  ASSERT_EQ(lab.steps.size(), 2u);
  EXPECT_EQ(lab.steps[0].why, "1 of 1 free day used");
  EXPECT_EQ(lab.steps[1].why,
            "2 days late, due Jan 01 00:00, handed in Jan 03 00:00 (UTC); 10 % for each started "
            "day: -8");
  const LateRule no_days = late_rule(10, 0, 0);
  EXPECT_EQ(late(kOneDay, no_days).steps[0].why,
            "1 day late, due Jan 01 00:00, handed in Jan 02 00:00 (UTC); after 0 days there are no "
            "points: -80");
}

TEST(Grades, show_times_in_the_zone_of_the_due_date) {
  CoursePolicy policy = default_policy(kGradedLabs);
  policy.labs["02"].due = *parse_utc("2026-11-22T23:59:00+01:00");
  policy.labs["02"].due_offset = 60;
  policy.late = late_rule(5);
  const LabFacts facts{"02", {{80, Verdict::passed, parse_utc("2026-11-23T08:40:00Z")}}, 20};
  EXPECT_EQ(grade("ann", {facts}, policy).labs[0].steps[0].why,
            "1 day late, due Nov 22 23:59, handed in Nov 23 09:40 (+01:00); 5 % for each started "
            "day: -4");
}

TEST(Grades, use_a_free_day_once_for_labs_handed_in_together) {
  CoursePolicy policy = default_policy(kGradedLabs);
  policy.labs["01"].due = policy.labs["02"].due = 0;
  policy.late = late_rule(10, 1);
  const auto of = [&](std::int64_t at_01, std::int64_t at_02) {
    const StudentGrade ann = grade(
        "ann", {{"01", {{100, Verdict::passed, at_01}}}, {"02", {{100, Verdict::passed, at_02}}}},
        policy);
    return std::pair(ann.labs[0].points.value(), ann.labs[1].points.value());
  };
  EXPECT_EQ(of(9 * 3600, 9 * 3600), std::pair(100.0, 100.0));
  EXPECT_EQ(of(9 * 3600, 9 * 3601), std::pair(100.0, 90.0));
  EXPECT_EQ(of(2 * kOneDay, 2 * kOneDay), std::pair(90.0, 90.0));
  policy.late.free_days = 2;
  EXPECT_EQ(of(9 * 3600, 9 * 3601), std::pair(100.0, 100.0));
  policy.labs["02"].due = 1;  // another hand-in
  policy.late.free_days = 1;
  EXPECT_EQ(of(9 * 3600, 9 * 3600), std::pair(100.0, 90.0));
}

TEST(Grades, say_how_the_total_comes_about) {
  CoursePolicy policy = default_policy(kGradedLabs);
  policy.labs["02"].weight = 2;
  policy.exceptions["ann"].adjustments[""] = {-5, "late oral"};
  const std::vector<LabFacts> facts{{"01", {{100}}}, {"02", {{40}}}};
  const StudentGrade ann = grade("ann", facts, policy);
  EXPECT_EQ(ann.formula, "(100 + 2 x 40) / 3 = 60");
  EXPECT_EQ(ann.labs[1].weight, 2);
  policy.exceptions["ann"].excused = {"02"};
  EXPECT_EQ(grade("ann", facts, policy).formula, "");  // it is the points of one lab
  EXPECT_EQ(grade("ann", facts, policy).labs[1].weight, 0);
}

TEST(Grades, spend_free_days_in_the_order_of_due_dates_and_only_where_they_save_points) {
  CoursePolicy policy = default_policy(kGradedLabs);
  policy.labs["01"].due = 10 * kOneDay;
  policy.labs["02"].due = 0;
  policy.late = late_rule(10, 3);
  const auto points = [&](double of_02, std::int64_t at_01) {
    const StudentGrade ann = grade(
        "ann",
        {{"01", {{100, Verdict::passed, at_01}}}, {"02", {{of_02, Verdict::passed, 2 * kOneDay}}}},
        policy);
    return std::pair(ann.labs[0].points.value(), ann.labs[1].points.value());
  };
  EXPECT_EQ(points(100, 12 * kOneDay), std::pair(90.0, 100.0));
  EXPECT_EQ(points(0, 12 * kOneDay), std::pair(100.0, 0.0));  // none is wasted on 0 points
  policy.late.most_percent = 20;
  EXPECT_EQ(points(100, 20 * kOneDay), std::pair(80.0, 100.0));  // nor where the limit holds
}

// "02: copied: -40; total: late oral: -5"
std::string steps_of(const StudentGrade& grade) {
  std::string text;
  const auto add = [&](const std::string& what, const std::vector<Step>& steps) {
    for (const Step& step : steps) {
      text += (text.empty() ? "" : "; ") + what + ": " + step.why;
    }
  };
  for (const LabGrade& lab : grade.labs) {
    add(lab.id, lab.steps);
  }
  add("total", grade.steps);
  return text;
}

TEST(Grades, extend_the_due_date_of_that_student_alone) {
  CoursePolicy policy = default_policy(kGradedLabs);
  policy.labs["01"].due = policy.labs["02"].due = 0;
  policy.late.percent = 10;
  policy.exceptions["ann"].extra_days = {{"", 1}, {"02", 2.5}};
  const auto of = [&](const std::string& student) {
    const AttemptFacts at{100, Verdict::passed, 2 * kOneDay};
    return grade(student, {{"01", {at}}, {"02", {at}}}, policy);
  };
  EXPECT_EQ(of("ann").labs[0].points, 90);
  EXPECT_EQ(of("ann").labs[1].points, 100);
  EXPECT_EQ(of("ben").labs[1].points, 80);
  EXPECT_EQ(steps_of(of("ann")),
            "01: extension of 1 day, due Jan 02 00:00 (UTC); 01: 1 day late, due Jan 02 00:00, "
            "handed in Jan 03 00:00 (UTC); 10 % for each started day: -10; 02: extension of 2.5 "
            "days, due Jan 03 12:00 (UTC)");
}

TEST(Grades, count_the_last_attempt_or_the_one_that_is_best_after_lateness) {
  CoursePolicy policy = default_policy(kGradedLabs);
  policy.labs["02"].due = 0;
  policy.late.percent = 30;
  LabFacts facts{
      "02",
      {{40, Verdict::race, -9}, {90, Verdict::passed, 1}, {100, Verdict::crashed, kOneDay * 3}}};
  EXPECT_DOUBLE_EQ(grade("ann", {facts}, policy).labs[0].points.value(), 10);
  policy.late.count = CountedAttempt::best;
  const LabGrade best = grade("ann", {facts}, policy).labs[0];
  EXPECT_DOUBLE_EQ(best.points.value(), 63);
  EXPECT_EQ(best.verdict, Verdict::passed);
  EXPECT_EQ(best.days_late, 1);
  EXPECT_EQ(best.steps.back().why, "attempt 2 of 3 counts, the best");
  facts.attempts[0].points.reset();  // it might have been the best
  EXPECT_FALSE(grade("ann", {facts}, policy).labs[0].points);
  policy.late.count = CountedAttempt::last;
  EXPECT_DOUBLE_EQ(grade("ann", {facts}, policy).labs[0].points.value(), 10);
}

TEST(Grades, leave_out_what_is_excused_and_the_lowest) {
  CoursePolicy policy = default_policy(kGradedLabs);
  const std::vector<LabFacts> facts{{"01", {{100}}, 0}, {"02", {{40}}, 20}};
  policy.exceptions["ann"].excused = {"01"};
  const StudentGrade ann = grade("ann", facts, policy);
  EXPECT_EQ(ann.total, 40);
  EXPECT_EQ(ann.not_graded, 20);
  EXPECT_FALSE(ann.labs[0].points);
  policy.drop_lowest = 1;
  EXPECT_EQ(grade("ann", facts, policy).total, 40);  // one lab always counts
  const StudentGrade ben = grade("ben", facts, policy);
  EXPECT_EQ(ben.total, 100);
  EXPECT_EQ(steps_of(ben), "02: one of the lowest: this lab does not count");
  policy.labs["02"].weight = 0;
  EXPECT_EQ(grade("ben", facts, policy).total, 100);
  policy.labs["02"].weight = 3;  // of two with as few points, the heavier one
  EXPECT_FALSE(grade("cy", {{"01", {{0}}}, {"02", {{0}}}}, policy).labs[1].counts);
}

TEST(Grades, are_adjusted_with_a_reason_and_never_below_0) {
  CoursePolicy policy = default_policy(kGradedLabs);
  policy.exceptions["ann"].adjustments = {{"", {-5, "late oral"}}, {"02", {-90, "copied"}}};
  const StudentGrade ann = grade("ann", {{"01", {{100}}}, {"02", {{40}}}}, policy);
  EXPECT_EQ(ann.labs[1].points, 0);
  EXPECT_EQ(ann.total, 45);
  EXPECT_EQ(steps_of(ann), "02: copied: -40; total: late oral: -5");
  policy.exceptions["ann"].adjustments[""] = {10, "bonus"};
  EXPECT_EQ(grade("ann", {{"01", {{100}}}, {"02", {{40}}}}, policy).total, 60);
  const StudentGrade ours = grade("ann", {{"01", {{}}}, {"02", {{40}}}}, policy);
  EXPECT_FALSE(ours.total);  // our failure stays empty, whatever is adjusted
}

TEST(Grades, of_open_labs_are_decided_by_an_adjustment_or_an_excuse) {
  CoursePolicy policy = default_policy(kGradedLabs);
  Record ann = record({lab("01", 80, 0), lab("02", 0, 0)});
  ann.paths["01"] = "01.cpp";
  for (const LeftOutReason reason :
       {LeftOutReason::archive, LeftOutReason::not_in_folder, LeftOutReason::empty,
        LeftOutReason::shared_name, LeftOutReason::unclear}) {
    ann.left_out = {{"", reason}};
    const StudentGrade open = grade(ann, policy, kGradedLabs);
    EXPECT_EQ(open.labs[0].points, 80) << "it has a file";
    EXPECT_FALSE(open.labs[1].points);
    EXPECT_FALSE(open.total);
  }
  ann.problem = "there is another hand-in";
  EXPECT_FALSE(grade(ann, policy, kGradedLabs).total);
  ann.problem.clear();
  for (const double points : {0, 50}) {
    policy.exceptions["ann"].adjustments["02"] = {points, "came by e-mail"};
    EXPECT_EQ(grade(ann, policy, kGradedLabs).labs[1].points, points);
    EXPECT_EQ(grade(ann, policy, kGradedLabs).total, (80 + points) / 2);
  }
  policy.exceptions["ann"].excused = {"02"};
  const StudentGrade excused = grade(ann, policy, kGradedLabs);
  EXPECT_EQ(excused.total, 80);
  EXPECT_EQ(excused.labs[1].steps.back().why, "came by e-mail (+50, without effect)");
}

TEST(Grades, say_which_adjustment_has_no_effect) {
  CoursePolicy policy = default_policy(kGradedLabs);
  policy.exceptions["ann"].adjustments = {{"", {-5, "late oral"}}, {"02", {-90, "copied"}}};
  const auto of = [&](std::optional<double> points) {
    return steps_of(grade("ann", {{"01", {{100}}}, {"02", {{points}}}}, policy));
  };
  EXPECT_EQ(of({}), "02: copied (-90, without effect); total: late oral (-5, without effect)");
  EXPECT_EQ(of(0), "02: copied (-90, without effect); total: late oral: -5");
}

TEST(Grades, take_each_labs_own_time) {
  CoursePolicy policy = default_policy(kGradedLabs);
  policy.labs["01"].due = policy.labs["02"].due = parse_utc("2026-01-31T12:00:00Z");
  policy.late.percent = 25;
  Record ann = record({lab("01", 80, 0), lab("02", 80, 20)});
  ann.submitted_at = {{"01", "2026-01-31T12:00:00Z"}, {"02", "2026-02-01T12:00:01Z"}};
  const StudentGrade grades = grade(ann, policy, kGradedLabs);
  EXPECT_EQ(grades.labs[0].points, 80);
  EXPECT_EQ(grades.labs[1].days_late, 2);
  EXPECT_EQ(grades.labs[1].points, 40);
  EXPECT_EQ(grades.labs[1].not_graded, 20);
  EXPECT_EQ(grades.total, 60);
}

TEST(Grades, take_the_best_attempt_after_its_own_lateness_if_the_course_says_so) {
  CoursePolicy policy = default_policy(kGradedLabs);
  policy.labs["01"].due = parse_utc("2026-01-31T12:00:00Z");
  policy.late.percent = 10;
  Record ann = record({lab("01", 100, 0), lab("02", 100, 0)});
  ann.submitted_at["01"] = "2026-02-02T12:00:00Z";
  ann.earlier = {{"01", "", "2026-01-31T11:00:00Z", false, 90, Verdict::too_slow},
                 {"01", "", "2026-01-31T11:30:00Z", false, 50, Verdict::wrong}};
  EXPECT_EQ(grade(ann, policy, kGradedLabs).labs[0].points, 80);  // the last
  policy.late.count = CountedAttempt::best;
  const LabGrade best = grade(ann, policy, kGradedLabs).labs[0];
  EXPECT_EQ(best.points, 90);
  EXPECT_EQ(best.verdict, Verdict::too_slow);
  EXPECT_EQ(best.days_late, 0);
  ann.earlier[1].points.reset();  // it might be the best one
  EXPECT_FALSE(grade(ann, policy, kGradedLabs).labs[0].points);
}

}  // namespace
}  // namespace gemmlab
