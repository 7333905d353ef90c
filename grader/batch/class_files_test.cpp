#include "grader/batch/class_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <pugixml.hpp>

#include "grader/batch/sample_submissions.h"
#include "grader/batch/submission.h"
#include "grader/core/pattern.h"
#include "grader/core/read_file.h"
#include "grader/report/sample_result.h"

namespace gemmlab {
namespace {

using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::vector<Lab> kLabs{{"02", "naive_kernel", "kernel.cu", "One thread, one output"},
                             {"03", "tiled_kernel", "kernel.cu", "Share a tile"}};

Record student(const std::string& name) {
  Record record;
  record.student = name;
  record.sandbox.name = "full";
  record.result = sample_result();
  record.result.labs.resize(2);
  for (LabResult& lab : record.result.labs) {
    lab.source_sha256 = name + lab.id;
  }
  return record;
}

std::vector<StudentGrade> grades_of(const std::vector<Record>& records) {
  std::vector<StudentGrade> grades;
  for (const Record& record : records) {
    grades.push_back(grade(record, default_policy(kLabs), kLabs));
  }
  return grades;
}

std::vector<ReviewFlag> flags_of(const std::vector<Record>& records) {
  std::vector<ReviewFlag> flags;
  for (const Record& record : records) {
    std::ranges::move(review_flags(record), std::back_inserter(flags));
  }
  return flags;
}

std::vector<std::string> whats(const std::vector<Record>& records) {
  std::vector<std::string> whats;
  for (const ReviewFlag& flag : flags_of(records)) {
    whats.push_back(flag.student + "|" + flag.lab + "|" + flag.what);
  }
  return whats;
}

TEST(GradesCsv, has_a_column_a_lab_and_no_0_for_our_failure) {
  std::vector<Record> records{student("ann"), student("ben"), student("eve")};
  records[1].infrastructure = "no space is left";
  records[2].problem = "the archive is broken";
  EXPECT_EQ(grades_csv(grades_of(records), kLabs),
            "student,02,03,total,not_graded,days_late,deducted,steps\n"
            "ann,80,20,50,20,0,0,\n"
            "ben,,,,,0,0,\n"
            "eve,0,0,0,20,0,0,\n");
}

TEST(GradesCsv, shows_what_lateness_and_adjustments_cost) {
  Record ann = student("ann");
  ann.submitted_at = {{"02", "2026-01-02T12:00:00Z"}};
  CoursePolicy policy = default_policy(kLabs);
  policy.labs["02"].due = parse_utc("2026-01-01T00:00:00Z");
  policy.late.percent = 10;
  policy.exceptions["ann"].adjustments[""] = {-5, "=late, \"oral\""};
  EXPECT_THAT(grades_csv({grade(ann, policy, kLabs)}, kLabs),
              HasSubstr("\nann,64,20,37,20,2,16,\"02: 2 days late, 10 % for each started day: -16; "
                        "total: =late, \"\"oral\"\": -5\"\n"));
}

TEST(GradesCsv, quotes_a_name_that_a_spreadsheet_would_run) {
  EXPECT_THAT(grades_csv({{"=cmd()", {}, 0.0, 0}}, {}), HasSubstr("\n\"'=cmd()\",0,0,0,0,\n"));
}

TEST(InfrastructureText, tells_our_failures_alone_with_the_next_step) {
  std::vector<Record> records{student("ann"), student("ben"), student("eve")};
  EXPECT_EQ(infrastructure_text(records), "none\n");
  records[0].problem = "the archive is broken";
  records[1].infrastructure = "no space\nis left";
  records[2].result.labs.push_back(ungradable_lab());
  const std::string text = infrastructure_text(records);
  EXPECT_THAT(text,
              HasSubstr("\nben: no space is left\neve: lab 04: no host compiler was found\n"));
  EXPECT_THAT(text, HasSubstr("Next step"));
  EXPECT_THAT(text, Not(HasSubstr("ann")));
}

TEST(ClassJunit, has_a_suite_a_student_and_tells_failures_from_ours) {
  std::vector<Record> records{student("ann"), student("ben"), student("eve")};
  records[1].result.labs.clear();
  records[1].infrastructure = "no space is left";
  records[2].result.labs.clear();
  records[2].problem = "it holds a symbolic link";
  std::string text;
  for (const Record& record : records) {
    text += class_junit(record);
  }
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(("<testsuites>" + text + "</testsuites>").c_str()));
  const pugi::xml_node suites = document.child("testsuites");
  std::vector<std::string> names;
  int errors = 0, failures = 0;
  for (const pugi::xml_node suite : suites.children("testsuite")) {
    names.push_back(suite.attribute("name").value());
    errors += suite.attribute("errors").as_int();
    failures += suite.attribute("failures").as_int();
  }
  EXPECT_THAT(names, ElementsAre("ann", "ben", "eve"));
  EXPECT_EQ(errors, 1);
  EXPECT_EQ(failures, 3);
  EXPECT_STREQ(suites.find_node([](auto node) { return node.name() == std::string("error"); })
                   .attribute("message")
                   .value(),
               "no space is left");
}

TEST(ReviewFlags, name_what_an_instructor_has_to_see_and_nobody_else) {
  std::vector<Record> records{student("ann"), student("ben"), student("cy"), student("dee"),
                              student("eve")};
  EXPECT_TRUE(whats(records).empty());
  records[0].infrastructure = "no space is left";
  records[1].problem = "it is encrypted";
  records[2].left_out = {{"notes.txt", LeftOutReason::not_a_labs_file},
                         {"labs/kernel2.cu", LeftOutReason::not_a_labs_file},
                         {"more.zip", LeftOutReason::archive},
                         {".git", LeftOutReason::made_by_tools, 3}};
  Check& exited = records[3].result.labs[0].checks[0];
  exited = failed(exited, Verdict::exited,
                  ProgramEnded{ProgramEnded::How::exited, ForeignText("exit status 0")});
  Check& forbidden = records[3].result.labs[1].checks[0];
  forbidden =
      failed(forbidden, Verdict::does_not_compile,
             Refusal{ForeignText("kernel.cu"), {}, FunctionNotAllowed{ForeignText("system")}});
  LabResult& hidden = records[4].result.labs[1];
  hidden.checks = {
      refused(planned_check("file", 100), Refusal{ForeignText("kernel.cu"), {}, HidesAccesses{}})};
  hidden.verdict = Verdict::not_graded;
  EXPECT_THAT(
      whats(records),
      ElementsAre("ann||grader problem: no space is left", "ben||refused: it is encrypted",
                  "cy||ignored \"labs/kernel2.cu\": not a lab's file",
                  "cy||ignored \"more.zip\": an archive inside the submission, which is not opened",
                  "dee|02|EXITED: The program ended itself (exit status 0) instead of returning "
                  "from the function.",
                  "dee|03|DOES NOT COMPILE: kernel.cu: it uses 'system'. This course does not "
                  "allow that: a lab only computes. Remove it, or ask your instructor.",
                  "eve|03|NOT GRADED: kernel.cu: the simulator cannot see its memory accesses, so "
                  "there is no verdict"));
}

TEST(ReviewFlags, name_whoever_ended_or_got_a_verdict_as_honest_programs_do_not) {
  std::vector<Record> records{student("ann"), student("ben"), student("cy"),  student("dee"),
                              student("eve"), student("fay"), student("gus"), student("hal")};
  const auto end = [](Record& record, Verdict verdict, const Fact& fact) {
    LabResult& lab = record.result.labs[0];
    lab.checks = {failed(planned_check("values", 100), verdict, fact)};
    lab.verdict = verdict;
  };
  using How = ProgramEnded::How;
  end(records[0], Verdict::crashed, ProgramEnded{How::crashed, ForeignText("signal 9 (Killed)")});
  end(records[1], Verdict::crashed,
      ProgramEnded{How::crashed, ForeignText("signal 31 (Bad system call)")});
  end(records[2], Verdict::crashed,
      ProgramEnded{How::crashed, ForeignText("signal 11 (Segmentation fault)")});
  end(records[3], Verdict::crashed,
      ProgramEnded{How::crashed, ForeignText("it used more than 9 MiB of memory")});
  end(records[4], Verdict::not_started, WrongValues{});
  end(records[5], Verdict::not_started, SkeletonUnchanged{});
  const auto timed = [](const char* detail) {
    return SpeedNotJudged{
        {Verdict::crashed, EndedWhileTimed{EndedWhileTimed::How::crashed, detail}}};
  };
  end(records[6], Verdict::crashed, timed("signal 9 (Killed)"));
  end(records[7], Verdict::crashed, timed("signal 11 (Segmentation fault)"));
  EXPECT_THAT(whats(records),
              ElementsAre(HasSubstr("ann|02|CRASHED: "), HasSubstr("ben|02|CRASHED"),
                          HasSubstr("eve|02|NOT STARTED"), HasSubstr("gus|02|CRASHED")));
}

TEST(ClassPage, shows_files_of_several_students_that_are_not_the_skeleton) {
  std::vector<Record> records{student("ann"), student("ben"), student("cy"),
                              student("dee"), student("eve"), student("fay")};
  for (Record& record : records) {
    record.result.labs[0].source_sha256 = record.student < "cy" ? "one" : "another";
    record.result.labs[1].source_sha256 = "skeleton";
    record.result.labs[1].verdict = Verdict::not_started;
    record.result.labs[1].checks = {failed({}, Verdict::not_started, SkeletonUnchanged{})};
  }
  records[5].result.labs[0].source_sha256 = "a third";
  const std::string page =
      class_page(records, {}, grades_of(records), default_policy(kLabs), kLabs);
  const std::size_t begin = page.find("Identical files");
  const std::string part = page.substr(begin, page.find("Every student") - begin);
  EXPECT_THAT(part, ContainsRegex("<td class=\"num\">3</td>.*cy, dee, eve.*"
                                  "<td class=\"num\">2</td>.*ann, ben"));
  EXPECT_THAT(part, Not(HasSubstr("fay")));
  EXPECT_EQ(Pattern("<tr>").all_in(part).size(), 3u);  // with the heads
  EXPECT_THAT(whats(records), IsEmpty());
}

TEST(ClassPage, tells_each_shared_file_once_and_folds_a_long_list) {
  std::vector<Record> records;
  for (int i = 0; i < 40; ++i) {
    records.push_back(student(fmt::format("student-{:02}", i)));
    records.back().result.labs[0].source_sha256 = "same";
  }
  const std::string page =
      class_page(records, {}, grades_of(records), default_policy(kLabs), kLabs);
  EXPECT_THAT(page, HasSubstr("student-00, student-01"));
  EXPECT_THAT(page, HasSubstr("and 34 more"));
  EXPECT_THAT(page, HasSubstr("student-06, student-07"));
}

TEST(ClassPage, tells_the_class_and_lets_nothing_of_a_student_become_markup) {
  std::vector<Record> records{student("ann"), student("ben")};
  records[0].result.labs[0].speed = measured_speed();
  records[0].result.labs[1].checks[0].cause = sample_cause();
  records[0].guesses = {{"02", "<b>kernel.cu</b> does not say which lab it is"}};
  records[1].left_out = {{"<script>alert(1)</script>.cu", LeftOutReason::not_a_labs_file}};
  CoursePolicy policy = default_policy(kLabs);
  policy.title = "GPUs & you";
  const std::string page =
      class_page(records, flags_of(records), grades_of(records), policy, kLabs);
  EXPECT_THAT(page, HasSubstr("GPUs &amp; you"));
  EXPECT_THAT(page, HasSubstr("2 students, median 50 of 100"));
  EXPECT_THAT(page, HasSubstr("2 of 2"));
  EXPECT_THAT(page, HasSubstr("RACE: k tail missing, at TODO(3.2)</td><td class=\"num\">1</td>"));
  EXPECT_THAT(page, HasSubstr("8.50\u00d7"));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert"));
  EXPECT_THAT(page, HasSubstr("&lt;b&gt;kernel.cu&lt;/b&gt; does not say which lab it is"));
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, Not(HasSubstr("://")));
}

TEST(ClassPage, folds_alike_flags_into_one_row_with_their_number) {
  std::vector<Record> records;
  for (int i = 0; i < 300; ++i) {
    records.push_back(student(fmt::format("student-{:03}", i)));
    records.back().left_out = {{"notes.cu", LeftOutReason::not_a_labs_file}};
  }
  const std::string page =
      class_page(records, flags_of(records), grades_of(records), default_policy(kLabs), kLabs);
  const std::size_t first = page.find("ignored \"notes.cu\"");
  ASSERT_NE(first, page.npos);
  EXPECT_EQ(page.find("ignored \"notes.cu\"", first + 1), page.npos);
  EXPECT_THAT(page.substr(first), HasSubstr("<td class=\"num\">300</td>"));
  EXPECT_THAT(page.substr(first), HasSubstr("and 294 more"));
}

TEST(ClassPage, is_made_of_no_student_too) {
  EXPECT_THAT(class_page({}, {}, {}, default_policy(kLabs), kLabs), HasSubstr("0 students"));
}

using ClassFiles = Class;

TEST_F(ClassFiles, are_all_written) {
  write("book.csv", "Student,ID,gemmlab (1)\nAnn,ann,\n");
  Record ann = student("ann"), ben = student("ben");
  ann.result.labs[1].checks[0].cause = sample_cause();
  ben.left_out = {{"kernel2.cu", LeftOutReason::not_a_labs_file}};
  ben.result.labs[1] = ungradable_lab();
  write("results/ann.json", to_json(ann));
  write("results/ben.json", to_json(ben));
  const std::vector<std::string> notes =
      write_class_files(dir, {{"ann", {"ann"}}, {"ben", {"ben.zip"}}, {"not yet", {}}},
                        default_policy(labs), kLabs, {dir / "book.csv"});
  EXPECT_THAT(notes, ElementsAre(HasSubstr("ben")));
  for (const char* name :
       {"grades.csv", "grades.json", "junit.xml", "class.html", "infrastructure.txt", "canvas.csv",
        "feedback/ann/feedback.html", "feedback/ben/feedback.txt"}) {
    EXPECT_GT(std::filesystem::file_size(dir / name), 0u) << name;
  }
  EXPECT_EQ(read_file(dir / "canvas.csv"), "Student,ID,gemmlab (1)\nAnn,ann,50\n");
  EXPECT_THAT(read_file(dir / "class.html"), HasSubstr("k tail missing"));
  EXPECT_THAT(read_file(dir / "class.html"), HasSubstr("kernel2.cu"));
  EXPECT_THAT(read_file(dir / "infrastructure.txt"), HasSubstr("ben: lab 04: no host compiler"));
  pugi::xml_document cases;
  ASSERT_TRUE(cases.load_file((dir / "junit.xml").c_str()));
  EXPECT_EQ(cases.select_nodes("/testsuites/testsuite/testcase[@name]").size(),
            cases.select_nodes("//testcase").size());
  EXPECT_GT(cases.select_nodes("//testcase").size(), 3u);
  EXPECT_THROW(write_class_files(dir, {}, default_policy(labs), kLabs, {dir / "none.csv"}),
               std::runtime_error);
}

TEST_F(ClassFiles, log_what_a_changed_rule_changes_and_foretell_it) {
  write("results/ann.json", to_json(student("ann")));
  const Entries entries{{"ann", {"ann"}}};
  CoursePolicy policy = default_policy(kLabs);
  EXPECT_THAT(write_class_files(dir, entries, policy, kLabs), IsEmpty());
  EXPECT_EQ(read_file(dir / "changes.log"), "");
  policy.exceptions["ann"].adjustments["02"] = {-5, "late oral"};
  policy.exceptions["bne"].place = "course.toml:3: extensions.bne";
  const std::vector<std::string> foretold = foretold_changes(dir, entries, policy, kLabs);
  EXPECT_THAT(foretold,
              ElementsAre("ann 02: 80 PASSED -> 75 PASSED, rules", "ann total: 50 -> 47.5"));
  EXPECT_EQ(read_file(dir / "changes.log"), "");
  EXPECT_THAT(write_class_files(dir, entries, policy, kLabs),
              ElementsAre("ann: 02: late oral: -5", HasSubstr("extensions.bne: nobody")));
  EXPECT_THAT(read_file(dir / "changes.log"), HasSubstr("Z ann total: 50 -> 47.5\n"));
  EXPECT_THAT(foretold_changes(dir, entries, policy, kLabs), IsEmpty());
}

}  // namespace
}  // namespace gemmlab
