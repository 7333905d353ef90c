#include "grader/batch/class_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "common/facts/json.h"
#include "grader/batch/sample_submissions.h"
#include "grader/batch/submission.h"
#include "grader/core/facts/sample_check.h"
#include "grader/core/read_file.h"
#include "grader/core/score.h"
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

SubmissionSource source(const std::string& student, const std::string& entry) {
  return {student, {{.path = entry}}};
}

TEST(Causes, have_the_first_line_of_what_is_said_where_there_is_no_file) {
  EXPECT_EQ(cause_of(unjudged(
                kLabs[0], failed({Verdict::not_started, NoFile{"nothing was handed in\nat all"}}))),
            "NOT STARTED: nothing was handed in");
}

class ClassFiles : public Class {
 protected:
  void write_files(const std::vector<SubmissionSource>& sources, const CoursePolicy& policy,
                   const Roster& gradebook = {}) const {
    SubmissionList list;
    list.sources = sources;
    write_class_files(dir, list, policy, kLabs, gradebook);
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
    SubmissionList list;
    list.sources = {handed_in};
    return class_grades(dir, list, policy, kLabs).students.at(0).labs.at(0).points;
  };
  EXPECT_EQ(points(), 80);
  handed_in.times = {{"", "2026-01-01T12:00:00Z"}};
  EXPECT_EQ(points(), 72);
}

// Ann has both labs; the others handed in nothing, and were graded when nothing was open.
class Waiting : public ClassFiles {
 protected:
  void grade(const std::vector<std::string>& absent, const std::vector<OpenHandIn>& open,
             bool with_roster = true) {
    SubmissionList list;
    list.open = open;
    std::string people = "id\nann\n";
    Record ann = student("ann");
    ann.paths = {{"02", "02.cu"}, {"03", "03.cu"}};
    write("results/ann.json", to_json(ann));
    list.sources = {source("ann", "ann")};
    for (const std::string& name : absent) {
      Record none = student(name);
      none.is_handed_in = false;
      for (LabResult& lab : none.result.labs) {
        lab = unjudged(lab.id == "02" ? kLabs[0] : kLabs[1],
                       failed({Verdict::not_started, NoFile{"nothing was handed in"}}));
      }
      write("results/" + name + ".json", to_json(none));
      list.sources.push_back({name, {}});
      people += name + '\n';
    }
    write("people.csv", people);
    list.roster = with_roster ? Roster(dir / "people.csv") : Roster();
    for (SubmissionSource& each : list.sources) {
      each.who.key = with_roster ? each.student : "";
    }
    keep_open(list);
    grades = write_class_files(dir, list, default_policy(kLabs), kLabs);
  }
  std::optional<double> points(const std::string& name) const {
    for (const StudentGrade& each : grades.students) {
      if (each.student == name) {
        return each.labs[0].points;
      }
    }
    return -1;
  }
  std::string page(const std::string& name) const {
    return read_file(dir / "feedback" / name / "feedback.txt");
  }

  ClassGrades grades;
};

TEST_F(Waiting, for_nothing_leaves_the_0_of_who_handed_in_nothing) {
  grade({"bo"}, {});
  EXPECT_EQ(points("ann"), 80);
  EXPECT_EQ(points("bo"), 0);
  EXPECT_TRUE(grades.has_gradebook());
  EXPECT_THAT(page("bo"), HasSubstr("nothing was handed in"));
}

TEST_F(Waiting, for_what_may_be_anybodys_takes_the_0_back_even_if_nobody_is_graded_again) {
  grade({"bo"}, {{"\"x\" is nobody's"}});
  EXPECT_EQ(points("ann"), 80);
  EXPECT_FALSE(points("bo"));
  EXPECT_TRUE(grades.has_gradebook());  // half of the people, not more
  EXPECT_THAT(page("bo"), HasSubstr("your instructor decides"));
  EXPECT_THAT(page("bo"), Not(HasSubstr("nothing was handed in")));
  const Json all = this->ClassFiles::grades(), open = all.at("open").at(0);
  EXPECT_EQ(open.at("what").as_string(), "\"x\" is nobody's");
  EXPECT_EQ(open.at("students").items().size(), 1u);
  grade({"bo"}, {});  // settled
  EXPECT_EQ(points("bo"), 0);
}

TEST_F(Waiting, for_what_may_be_of_some_leaves_others_their_0) {
  grade({"bo", "cy"}, {{"\"x\" may be of cy and dee", {"cy", "dee"}}});
  EXPECT_EQ(points("bo"), 0);
  EXPECT_FALSE(points("cy"));
}

TEST_F(Waiting, by_more_than_half_of_the_people_leaves_no_gradebook) {
  for (const bool with_roster : {true, false}) {
    grade({"bo", "cy"}, {{"\"x\" is nobody's"}}, with_roster);
    EXPECT_EQ(grades.people, 3);
    EXPECT_EQ(grades.waiting, 2);
    EXPECT_FALSE(grades.has_gradebook());
    EXPECT_FALSE(this->ClassFiles::grades().at("has_gradebook").get<bool>());
  }
  grade({"bo", "cy"}, {});
  EXPECT_TRUE(grades.has_gradebook());
}

}  // namespace
}  // namespace gemmlab
