#include "grader/batch/class_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "common/facts/json.h"
#include "grader/batch/sample_submissions.h"
#include "grader/batch/submission.h"
#include "grader/core/read_file.h"
#include "grader/report/sample_result.h"

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

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

std::vector<std::string> whats(const std::vector<Record>& records) {
  std::vector<std::string> whats;
  for (const Record& record : records) {
    for (const ReviewFlag& flag : review_flags(record)) {
      whats.push_back(record.student + "|" + flag.lab + "|" + flag.what);
    }
  }
  return whats;
}

SubmissionSource source(const std::string& student, const std::string& entry) {
  return {student, {{.path = entry}}};
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

TEST(ReviewFlags, tell_two_files_an_empty_folder_and_other_files_apart_from_nobody) {
  const auto without_file = [](const std::string& name, const std::string& why, bool is_open) {
    Record record = student(name);
    record.result.labs.resize(1);
    const NoFile fact{why};
    record.result.labs[0] =
        unjudged(kLabs[0], is_open ? refused({}, fact) : failed({}, Verdict::not_started, fact));
    return record;
  };
  std::vector<Record> records{without_file("ann", "2 files", true),
                              without_file("ben", "the hand-in is empty", false),
                              without_file("cy", "nothing was handed in", false)};
  records[0].left_out = {{"a.cu", LeftOutReason::one_of_several, 2, "02"},
                         {"b.cu", LeftOutReason::one_of_several, 2, "02"}};
  records[2].is_handed_in = false;
  EXPECT_THAT(whats(records),
              ElementsAre("ann|02|NOT GRADED: 2 files", "ben||the hand-in is empty"));
  EXPECT_EQ(review_flags(records[0])[0].kind, ReviewKind::undecided);
  EXPECT_EQ(review_flags(records[1])[0].kind, ReviewKind::missing);
  EXPECT_EQ(cause_of(records[1].result.labs[0]), "NOT STARTED: the hand-in is empty");
  const StudentGrade open = grade(records[0], default_policy({kLabs[0]}), {kLabs[0]});
  EXPECT_FALSE(open.labs[0].points);
  EXPECT_FALSE(open.total);
  EXPECT_EQ(grade(records[2], default_policy({kLabs[0]}), {kLabs[0]}).total, 0);
}

TEST(ReviewFlags, name_once_and_first_what_is_open_for_all_labs) {
  Record ann = student("ann");
  ann.left_out = {{"", LeftOutReason::not_in_folder}};
  ann.is_handed_in = false;
  for (LabResult& lab : ann.result.labs) {
    lab = unjudged(kLabs[0], refused({}, NoFile{reason_of(ann.left_out[0])}));
  }
  EXPECT_THAT(whats({ann}), ElementsAre(HasSubstr("ann||the roster says that something was")));
  EXPECT_EQ(review_flags(ann)[0].kind, ReviewKind::undecided);
  EXPECT_FALSE(grade(ann, default_policy({kLabs[0]}), {kLabs[0]}).total);
}

TEST(ReviewFlags, pass_over_the_projects_own_folders) {
  Record ann = student("ann");
  ann.left_out = {{"gemmlab/grader", LeftOutReason::projects_own, 500}};
  EXPECT_THAT(whats({ann}), IsEmpty());
}

class ClassFiles : public Class {
 protected:
  void write_files(const std::vector<SubmissionSource>& sources, const CoursePolicy& policy,
                   const Roster& gradebook = {}) const {
    write_class_files(dir, sources, policy, kLabs, gradebook);
  }
  Json grades() const { return Json::parse(read_file(dir / kNewGrades)); }
};

TEST_F(ClassFiles, are_all_written) {
  Record ann = student("ann"), ben = student("ben");
  ben.result.labs[1] = ungradable_lab();
  write("results/ann.json", to_json(ann));
  write("results/ben.json", to_json(ben));
  write_files({source("ann", "ann"), source("ben", "ben.zip"), {"not yet", {}}},
              default_policy(kLabs));
  for (const char* name : {kNewGrades, "feedback/ann/feedback.html", "feedback/ben/feedback.txt"}) {
    EXPECT_GT(std::filesystem::file_size(dir / name), 0u) << name;
  }
}

TEST_F(ClassFiles, say_in_one_file_all_that_the_tables_show) {
  Record ann = student("s1");
  ann.result.labs[0].speed = measured_speed();
  ann.result.labs[1].checks[0].cause = sample_cause();
  ann.guesses = {{"02", "\u202Ea guess"}};
  write("results/s1.json", to_json(ann));
  write("book.csv", "Student,ID,Email\nBen,7,\n\"Lee, Ann\",8,\n");
  SubmissionSource handed_in = source("s1", "Ann Lee_1_assignsubmission_file_");
  handed_in.who.name = "Ann Lee";
  CoursePolicy policy = default_policy(kLabs);
  policy.title = "GPUs";
  write_files({handed_in}, policy, Roster(dir / "book.csv"));
  const Json all = grades(), one = all.at("students").at(0), labs = one.at("labs");
  EXPECT_EQ(all.at("title").as_string(), "GPUs");
  EXPECT_EQ(all.at("labs").at(1).at("slug").as_string(), "03_tiled_kernel");
  EXPECT_EQ(one.at("name").as_string(), "Ann Lee");
  EXPECT_EQ(one.at("row").get<int>(), 3);
  EXPECT_EQ(one.at("failure").as_string(), "");
  EXPECT_EQ(one.at("review").at(0).at("what").as_string(), "a guess");
  EXPECT_EQ(labs.at(1).at("cause").as_string(), "RACE: k tail missing, at TODO(3.2)");
  EXPECT_EQ(labs.at(0).at("file").as_string(), "s102");
  EXPECT_EQ(labs.at(0).at("speed").get<double>(), 8.5);
  EXPECT_EQ(one.at("percent").get<double>(), 62.5);  // 50, with 20 not graded
}

TEST_F(ClassFiles, say_no_file_where_it_is_the_skeleton) {
  Record ann = student("ann");
  ann.result.labs[0].verdict = Verdict::not_started;
  write("results/ann.json", to_json(ann));
  write_files({source("ann", "ann")}, default_policy(kLabs));
  EXPECT_EQ(grades().at("students").at(0).at("labs").at(0).at("file").as_string(), "");
}

TEST_F(ClassFiles, follow_a_time_that_was_given_later) {
  Record ann = student("ann");
  ann.sources = {{"02", "text"}};
  write("results/ann.json", to_json(ann));
  SubmissionSource handed_in = source("ann", "ann");
  CoursePolicy policy = default_policy(kLabs);
  policy.labs["02"].due = parse_utc("2026-01-01T00:00:00Z");
  policy.late.percent = 10;
  const auto points = [&] {
    return class_grades(dir, {handed_in}, policy, kLabs).students.at(0).labs.at(0).points;
  };
  EXPECT_EQ(points(), 80);
  handed_in.times = {{"", "2026-01-01T12:00:00Z"}};
  EXPECT_EQ(points(), 72);
}

}  // namespace
}  // namespace gemmlab
