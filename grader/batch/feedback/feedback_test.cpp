#include "grader/batch/feedback/feedback.h"

#include <gmock/gmock.h>

#include "grader/batch/sample_submissions.h"
#include "grader/core/facts/sample_check.h"
#include "grader/core/pattern.h"
#include "grader/core/read_file.h"
#include "grader/core/score.h"
#include "grader/report/sample_result.h"

namespace gemmlab {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::vector<Lab> kFeedbackLabs{{"02", "naive_kernel", "kernel.cu", "One thread, one output"},
                                     {"03", "tiled_kernel", "kernel.cu", "Share a tile"}};

// On one line.
std::string words(const std::string& text) {
  return Pattern(R"(\s+)").replace(text, " ");
}

class FeedbackTest : public Class {
 protected:
  FeedbackTest() {
    record.student = "ann";
    record.result = sample_result();
    record.result.labs.resize(2);
    policy.labs["02"].due = parse_utc("2026-01-01T00:00:00Z");
    policy.labs["03"].due = parse_utc("2026-03-01T00:00:00Z");
    policy.late.percent = 10;
    record.submitted_at["02"] = "2026-01-02T12:00:00Z";
  }

  Feedback feedback(const char* now = "2026-02-01T00:00:00Z") const {
    return feedback_for(record, grade(record, policy, kFeedbackLabs), policy, *parse_utc(now));
  }

  Record record;
  CoursePolicy policy = default_policy(kFeedbackLabs);
};

TEST_F(FeedbackTest, shows_points_with_every_step_and_what_to_read_next) {
  policy.title = "GPUs & you";
  policy.exceptions["ann"].adjustments[""] = {-5, "late oral"};
  const Feedback both = feedback();
  for (const std::string& text : {both.html, both.text}) {
    EXPECT_THAT(text, HasSubstr("64 of 80"));
    EXPECT_THAT(words(text), HasSubstr("80 before: 2 days late, due Jan 01 00:00, handed in Jan 02 "
                                       "12:00 (UTC); 10 % for each started day: -16"));
    EXPECT_THAT(text, HasSubstr("(64 + 20) / 2 = 42; late oral: -5"));
    EXPECT_THAT(text, HasSubstr("late oral: -5"));
    EXPECT_THAT(text, HasSubstr("RACE"));
    EXPECT_THAT(text, HasSubstr("./gemmlab hint 3."));
  }
  EXPECT_THAT(both.html, HasSubstr("GPUs &amp; you"));
}

TEST_F(FeedbackTest, shows_the_students_own_line_from_the_kept_file) {
  record.sources["03"] = "first\nsecond line of ann\nthird\n";
  for (LabResult& lab : record.result.labs) {
    lab.source = lab.slug + "/kernel.cu";
    for (Check& check : lab.checks) {
      check.places = {{"", 2, 1, ""}};
    }
  }
  EXPECT_THAT(feedback().html, HasSubstr("second line of ann"));
  EXPECT_THAT(feedback().text, HasSubstr("second line of ann"));
}

TEST_F(FeedbackTest, has_one_scale_the_students_name_and_the_file_that_was_graded) {
  record.paths["02"] = "work/lab02_final.cu";
  const Feedback both = feedback_for(record, grade(record, policy, kFeedbackLabs), policy,
                                     *parse_utc("2026-02-01T00:00:00Z"), "Ann Lee");
  EXPECT_THAT(both.html,
              HasSubstr("<h1>Ann Lee (ann)</h1><p class=\"lead\">total: 42 of 80 (52.5 %)"));
  EXPECT_THAT(both.html, HasSubstr(">64/80<"));
  EXPECT_THAT(both.html, HasSubstr("<b> 64</b> of 80 points"));
  for (const std::string& text : {both.html, both.text}) {
    EXPECT_THAT(text, HasSubstr("work/lab02_final.cu"));
    EXPECT_THAT(text, HasSubstr("42 of 80 (52.5 %)"));
  }
}

TEST_F(FeedbackTest, names_no_points_before_a_rule_that_took_none) {
  policy.exceptions["ann"].extra_days["02"] = 3;
  EXPECT_THAT(feedback().text, HasSubstr("extension of 3 days, due Jan 04 00:00 (UTC)"));
  EXPECT_THAT(feedback().text, Not(HasSubstr("before: ")));
}

TEST_F(FeedbackTest, counts_what_was_not_run_without_a_gpu_as_on_all_other_pages) {
  LabResult& lab = record.result.labs[0];
  lab.verdict = Verdict::does_not_compile;
  lab.score = lab.not_graded_points = 0;
  Check speed = planned_check("speed", 20);
  speed.kind = CheckKind::speed;
  lab.checks = {
      failed(planned_check("file", 80), Verdict::does_not_compile, WrongValues{}),
      not_run(planned_check("other", 80), Verdict::does_not_compile, Reason::nothing_to_run),
      not_run(speed, Verdict::does_not_compile, Reason::nothing_to_run)};
  policy.exceptions["ann"].adjustments["02"] = {30, "almost"};
  const Feedback both = feedback();
  EXPECT_THAT(both.text, HasSubstr("02          30 of 80"));
  EXPECT_THAT(both.text, HasSubstr("DOES NOT COMPILE     30/80   20 not graded: no GPU"));
  EXPECT_THAT(both.text, AllOf(Not(HasSubstr("/100")), HasSubstr("failed: DOES NOT COMPILE")));
  EXPECT_THAT(both.html, HasSubstr("speed<span class=\"dim\"> no GPU"));
}

TEST_F(FeedbackTest, names_files_as_the_student_does) {
  record.paths["02"] = "my work/02.cu";
  record.left_out = {{"Lab report.pdf", LeftOutReason::not_a_labs_file}};
  for (const std::string& page : {feedback().html, feedback().text}) {
    EXPECT_THAT(page, AllOf(HasSubstr("my work/02.cu"), HasSubstr("Lab report.pdf")));
    EXPECT_THAT(page, Not(HasSubstr(kNoBreak)));
  }
}

TEST_F(FeedbackTest, shows_a_command_that_works) {
  record.sources["02"] = "text";
  record.result.labs[0].source = "02_naive_kernel/kernel.cu";
  record.result.labs[0].metrics.reset();
  EXPECT_THAT(feedback().html, HasSubstr("./gemmlab grade 02 --html page.html shows"));
  EXPECT_THAT(feedback().html, Not(HasSubstr("passes, shared")));
}

TEST_F(FeedbackTest, tells_that_a_lab_is_open_until_it_is_decided) {
  record.left_out = {{"a.cu", LeftOutReason::one_of_several, 2, "03"},
                     {"b.cu", LeftOutReason::one_of_several, 2, "03"}};
  const Feedback both = feedback();
  EXPECT_THAT(words(both.text), HasSubstr("03 \u2013 your instructor decides what counts"));
  EXPECT_THAT(words(both.text), HasSubstr("total \u2013 your instructor decides what counts"));
  EXPECT_THAT(both.html, HasSubstr("class=\"lead\">total: \u2013<"));
  for (const std::string& page : {both.text, both.html}) {
    EXPECT_THAT(page, AllOf(Not(HasSubstr("a problem of the grader")), Not(HasSubstr("RACE")),
                            Not(HasSubstr("What failed")), Not(HasSubstr("NOT GRADED"))));
  }
}

TEST_F(FeedbackTest, names_the_students_own_path_where_something_failed) {
  record.paths["03"] = "my labs/lab03.cu";
  record.result.labs[1].source = "03_tiled_kernel/kernel.cu";
  record.sources["03"] = "first\nsecond\nthird\nfourth of ann\n";
  for (const std::string& page : {feedback().html, feedback().text}) {
    EXPECT_THAT(page, AllOf(HasSubstr("my labs/lab03.cu:4"), HasSubstr("fourth of ann")));
    EXPECT_THAT(page, Not(HasSubstr("03_tiled_kernel/kernel.cu")));
  }
}

TEST_F(FeedbackTest, shows_what_is_right_but_wasteful_unless_evidence_is_hidden) {
  record.result.labs[0].advice = {{SwapIndices{}, {{"", 24, 1, ""}}}};
  record = record_from_json(to_json(record));
  for (const std::string& page : {feedback().html, feedback().text}) {
    EXPECT_THAT(words(page), HasSubstr("right, but wasteful at line 24: "));
  }
  policy.show.evidence = Visibility::hidden;
  EXPECT_THAT(feedback().html + feedback().text, Not(HasSubstr("wasteful")));
}

TEST_F(FeedbackTest, counts_the_shapes_with_points_in_its_text) {
  Check shape = planned_check("values", 7);
  shape.kind = CheckKind::values;
  shape.shape = Shape{16, 16, 16, ""};
  record.result.labs[1].checks = {passed(shape), passed(shape),
                                  failed(shape, Verdict::race, WrongValues{})};
  EXPECT_THAT(feedback().text, HasSubstr("2 of 3 shapes right: 7 + 7"));
  record.result.labs[1].checks = {passed(shape), passed(shape)};
  EXPECT_THAT(feedback().text, Not(HasSubstr("shapes right")));
}

TEST_F(FeedbackTest, has_one_scale_for_a_lab_without_a_file) {
  record.result.labs[1] =
      unjudged(kFeedbackLabs[1], failed({Verdict::not_started, NoFile{"nothing"}}));
  EXPECT_THAT(feedback().text, AllOf(HasSubstr("0 of 80 points"), Not(HasSubstr("of 100 points"))));
}

TEST_F(FeedbackTest, lists_few_ignored_files_and_after_the_verdicts) {
  for (int i = 0; i < 1000; ++i) {
    record.left_out.push_back({"x" + std::to_string(1000 + i), LeftOutReason::not_a_labs_file});
  }
  record.left_out.insert(record.left_out.begin(),
                         {"docs, grader", LeftOutReason::projects_own, 299});
  const Feedback both = feedback();
  for (const std::string& text : {both.html, both.text}) {
    EXPECT_GT(text.find("x1008"), text.find("RACE"));
    EXPECT_THAT(text, HasSubstr("991 more"));
    EXPECT_THAT(text, Not(HasSubstr("x1009")));
  }
  EXPECT_THAT(both.html, HasSubstr("<summary>1299 ignored files</summary>"));
  EXPECT_LT(both.html.size(), 30000u);
}

TEST_F(FeedbackTest, follows_what_the_course_shows_at_that_time) {
  Check& check = record.result.labs[1].checks[0];
  check.name = "secret shape";
  check.kind = CheckKind::evidence;
  policy.show.evidence = Visibility::after_due_date;
  EXPECT_THAT(feedback().html, Not(HasSubstr("secret shape")));
  EXPECT_THAT(feedback("2026-03-02T00:00:00Z").html, HasSubstr("secret shape"));
  policy.exceptions["ann"].extra_days[""] = 3;
  EXPECT_THAT(feedback("2026-03-02T00:00:00Z").text, Not(HasSubstr("secret shape")));
  policy.show.evidence = Visibility::hidden;
  EXPECT_THAT(feedback("2027-03-02T00:00:00Z").html, Not(HasSubstr("secret shape")));
}

TEST_F(FeedbackTest, blames_no_student_for_our_failure) {
  record.infrastructure = "no space is left";
  EXPECT_THAT(feedback().text, HasSubstr("a problem of the grader, not of your work"));
  EXPECT_THAT(feedback().text, Not(HasSubstr("  0 of 100")));
}

TEST_F(FeedbackTest, loads_nothing_and_lets_no_foreign_text_be_markup_or_turn_around) {
  record.left_out = {{"<script>alert(1)</script>\u202Eabc", LeftOutReason::not_a_labs_file}};
  policy.exceptions["ann"].adjustments[""] = {-5, "<b>late</b>\u202E"};
  const Feedback both = feedback();
  EXPECT_THAT(both.html, AllOf(Not(HasSubstr("<script")), Not(HasSubstr("<b>late"))));
  EXPECT_THAT(both.html, AllOf(Not(HasSubstr("://")), HasSubstr("&lt;script&gt;alert")));
  EXPECT_THAT(both.html + both.text, Not(HasSubstr("\u202E")));
}

TEST_F(FeedbackTest, is_written_for_each_student) {
  write("results/ann.json", to_json(record));
  write_feedback(dir, {{"ann", {{.path = "Ann_7_assignsubmission_file_"}}}},
                 {grade(record, policy, kFeedbackLabs)}, policy);
  EXPECT_THAT(read_file(dir / "feedback/ann/feedback.txt"), HasSubstr("64 of 80"));
  EXPECT_THAT(read_file(dir / "feedback/ann/feedback.html"), HasSubstr("64 of 80"));
}

}  // namespace
}  // namespace gemmlab
