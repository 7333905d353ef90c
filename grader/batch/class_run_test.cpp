// Grading a class with judges that fail, in this machine's real sandbox. Skipped if there is none.
#include "grader/batch/class_run.h"

#include <gmock/gmock.h>
#include <signal.h>

#include <cstdlib>
#include <fstream>
#include <new>

#include "grader/batch/class_files.h"
#include "grader/batch/sample_submissions.h"
#include "grader/core/facts/sample_check.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/read_file.h"
#include "grader/core/result.h"
#include "grader/core/score.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ClassRunTest : public Class {
 protected:
  // Grades students "ann" and "ben", with all labs; lab 02 of "ann" goes wrong like that.
  void grade(const std::function<void()>& go_wrong) {
    ClassRun run;
    run.out = dir / "out";
    run.labs = labs;
    run.finder = LabFinder(labs);
    run.wanted = {"01", "02", "03"};
    run.may_be_weak = true;
    run.options.course_secret = secret;
    for (const char* student : {"ann", "ben"}) {
      for (const Lab& lab : labs) {
        write(student / lab.path(), lab.id == same_lab ? "the same" : student + lab.id);
      }
      run.sources.emplace_back().student = student;
      run.sources.back().parts = {{.path = dir / student}};
    }
    const JudgeLab judge = [&](const Lab& lab, const auto& source, const JudgeOptions& options) {
      const std::string text = read_file(source);
      std::ofstream(dir / "log", std::ios::app) << text << '\n';
      if (text == "ann02" || text == "the same") {
        go_wrong();
      }
      LabResult result;
      result.id = lab.id;
      result.source = std::to_string(options.seed) + options.course_secret;
      result.source_sha256 = sha256(text);
      result.metrics.emplace();
      result.checks = {passed({})};
      result.checks[0].max_points = 100;
      settle(result);
      return result;
    };
    try {
      run_class(run, judge,
                [&](const SubmissionEvent& event) { events[event.student] = event.summary; });
    } catch (const InfrastructureError& error) {
      GTEST_SKIP() << error.what();
    }
    ann = kept_record(run.out, "ann");
    ben = kept_record(run.out, "ben");
    ASSERT_TRUE(ann && ben);
  }

  // The points of all labs; -1: not graded.
  std::vector<double> points(const Record& record) const {
    std::vector<double> points;
    for (const LabGrade& lab : gemmlab::grade(record, default_policy(labs), labs).labs) {
      points.push_back(lab.points.value_or(-1));
    }
    return points;
  }

  void expect_only_that_lab_ungraded(const std::string& why) const {
    if (ann) {
      EXPECT_THAT(points(*ann), ElementsAre(100, -1, 100));
      EXPECT_EQ(failure_of_ours(*ann), "lab 02: the process that graded it " + why);
      EXPECT_EQ(events.at("ann"), failure_of_ours(*ann));
      EXPECT_THAT(points(*ben), ElementsAre(100, 100, 100));
    }
  }

  // How often a file with that text was judged.
  std::ptrdiff_t times_judged(const std::string& text) const {
    return std::ranges::count(split_lines(read_file(dir / "log")), text);
  }

  std::string secret = "one";                 // of the course
  std::string same_lab;                       // its file is the same of both students
  std::map<std::string, std::string> events;  // the last of each student
  std::optional<Record> ann, ben;
};

TEST_F(ClassRunTest, KeepsTheOtherLabsIfAJudgeAborts) {
  grade([] { std::abort(); });
  expect_only_that_lab_ungraded("was ended by signal 6 (Aborted)");
}

TEST_F(ClassRunTest, KeepsTheOtherLabsIfAJudgeIsKilled) {
  grade([] { raise(SIGBUS); });
  expect_only_that_lab_ungraded("was ended by signal 7 (Bus error)");
}

TEST_F(ClassRunTest, KeepsTheOtherLabsIfAJudgeTakesTooMuchMemory) {
  grade([] { std::string(std::size_t{2} << 30, 'x'); });
  expect_only_that_lab_ungraded("reached its memory limit");
}

TEST_F(ClassRunTest, GradesAgainOnlyWhatFailed) {
  grade([] { std::abort(); });
  grade([] {});
  if (ann) {
    EXPECT_THAT(points(*ann), ElementsAre(100, 100, 100));
    EXPECT_THAT(read_file(record_file(dir / "out", "ann")), HasSubstr("bytes_per_flop"));
  }
}

TEST_F(ClassRunTest, TellsOfAKnownSubmissionWhatIsInItNow) {
  grade([] {});
  write("ann/02_naive_kernel/kernel_v2.cu", "also mine");
  grade([] {});
  if (ann) {
    EXPECT_EQ(events.at("ann"), "3 of 3 passed");
    ASSERT_EQ(ann->left_out.size(), 1u);
    EXPECT_EQ(ann->submission_sha256, read("ann").sha256);
    EXPECT_THAT(read_file(record_file(dir / "out", "ann")), HasSubstr("bytes_per_flop"));
    std::filesystem::remove(dir / "ann/02_naive_kernel/kernel_v2.cu");
    grade([] {});
    EXPECT_TRUE(ann->left_out.empty());
  }
}

TEST_F(ClassRunTest, GradesAgainOnlyTheLabThatHasChanged) {
  int judged = 0;
  grade([] {});
  if (ann) {
    const std::map<std::string, std::string> sums = ann->labs;
    for (const auto& [changed, again] : {std::pair{"01", false}, {"02", true}}) {
      ann->labs = sums;
      ann->labs[changed] = "as it was before";
      write("out/results/ann.json", to_json(*ann));
      const fs::path mark = dir / "judged";
      grade([&] { std::ofstream(mark) << ++judged; });
      EXPECT_EQ(fs::exists(mark), again) << changed;
      EXPECT_EQ(ann->labs, sums);
    }
  }
}

TEST_F(ClassRunTest, DrawsInputsForEachFile) {
  grade([] {});
  if (ann) {
    const auto seed = [](const Record& record, int i) { return record.result.labs[i].source; };
    EXPECT_NE(seed(*ann, 0), seed(*ann, 1));
    EXPECT_NE(seed(*ann, 0), seed(*ben, 0));
    const std::string first = seed(*ann, 0);
    std::filesystem::remove_all(dir / "out");
    grade([] {});
    EXPECT_EQ(seed(*ann, 0), first);
  }
}

TEST_F(ClassRunTest, JudgesAgainOnlyWhatWasDrawnFromAnotherSecret) {
  grade([] {});
  if (ann) {
    EXPECT_TRUE(ann->result.labs[0].source.ends_with("one"));
    EXPECT_EQ(read_file(record_file(dir / "out", "ann")).find("\"one\""), std::string::npos);
    grade([] {});
    EXPECT_EQ(times_judged("ann01"), 1);
    secret = "another";
    grade([] {});
    EXPECT_EQ(times_judged("ann01"), 2);
    EXPECT_EQ(times_judged("ben03"), 2);
    EXPECT_TRUE(ben->result.labs[2].source.ends_with("another"));
    grade([] {});
    EXPECT_EQ(times_judged("ann01"), 2);
  }
}

TEST_F(ClassRunTest, JudgesAFileOfTwoStudentsOnce) {
  same_lab = "02";
  grade([] {});
  if (ann && ann->sandbox.name == "full") {
    EXPECT_EQ(times_judged("the same"), 1);
    EXPECT_EQ(times_judged("ben01"), 1);
    EXPECT_EQ(events.at("ben"), "3 of 3 passed");
    EXPECT_EQ(ben->labs, ann->labs);
    const auto told = [&](const char* student) {
      const Json all = Json::parse(read_file(record_file(dir / "out", student)));
      return all.at("result").at("labs").at(1).text();
    };
    EXPECT_EQ(told("ben"), told("ann"));
    EXPECT_THAT(told("ben"), HasSubstr("bytes_per_flop"));
    grade([] {});
    EXPECT_EQ(times_judged("the same"), 1);
  }
}

TEST_F(ClassRunTest, JudgesACopyOfWhatHasNoResult) {
  same_lab = "02";
  grade([] { std::abort(); });
  if (ann) {
    EXPECT_EQ(times_judged("the same"), 2);
    EXPECT_THAT(points(*ben), ElementsAre(100, -1, 100));
  }
}

TEST_F(ClassRunTest, JudgesAgainWhoseResultIsDeleted) {
  same_lab = "02";
  grade([] {});
  if (ann) {
    std::filesystem::remove(record_file(dir / "out", "ben"));
    grade([] {});
    EXPECT_EQ(times_judged("ben01"), 2);
    EXPECT_EQ(times_judged("the same"), 2);
  }
}

}  // namespace
}  // namespace gemmlab
