#include "grader/upkeep/checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace gemmlab {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

const Lab kLab{"02", "naive_kernel", "kernel.cu", "One thread, one output"};

// A file, and a judge that gives the answers a test wants.
class Judged : public testing::Test {
 protected:
  Judged() : file_(fs::path(testing::TempDir()) / ("judged_" + std::to_string(getpid()) + ".cu")) {}
  ~Judged() override { fs::remove(file_); }

  void write(const std::string& text) { std::ofstream(file_) << text; }

  // The problems if the judge returns `verdict`, at `line`, and `score` of 100 points.
  std::vector<std::string> rules(Verdict verdict, int line, int score,
                                 Backend backend = Backend::sim) {
    const Problems problems =
        judge_mutant(kLab, file_, backend, [&](const Lab&, const fs::path&, const JudgeOptions&) {
          LabResult result;
          result.verdict = verdict;
          result.score = score;
          result.max_score = 100;
          Check check;
          check.name = "values";
          result.checks = {failed(check, verdict, WrongValues{}, {{"", line}})};
          return result;
        });
    std::vector<std::string> rules;
    for (const Problem& problem : problems) {
      EXPECT_NE(problem.cure, "");
      rules.push_back(problem.rule);
    }
    return rules;
  }

  fs::path file_;
};

TEST_F(Judged, AMutantIsCalledWhatItSays) {
  write("// verdict: RACE\n");
  EXPECT_THAT(rules(Verdict::race, 7, 10), IsEmpty());
  EXPECT_THAT(rules(Verdict::wrong, 7, 10),
              ElementsAre(HasSubstr("it states RACE, but the grader says WRONG")));
  EXPECT_THAT(rules(Verdict::passed, 7, 100), ElementsAre(HasSubstr("but the grader says PASSED")));
}

TEST_F(Judged, AMutantsLineIsNamed) {
  write("// verdict: RACE\n// line: 7\n");
  EXPECT_THAT(rules(Verdict::race, 7, 10), IsEmpty());
  EXPECT_THAT(rules(Verdict::race, 8, 10), ElementsAre(HasSubstr("must name line 7")));
}

TEST_F(Judged, AMutantLosesPoints) {
  write("// verdict: RACE\n");
  EXPECT_THAT(rules(Verdict::race, 7, 100), ElementsAre(HasSubstr("loses none")));
}

TEST_F(Judged, AGpuMayShowSomethingElse) {
  write("// verdict: RACE\n// cuda: WRONG or NOT FINITE\n");
  EXPECT_THAT(rules(Verdict::not_finite, 0, 10, Backend::cuda), IsEmpty());
  EXPECT_THAT(rules(Verdict::race, 0, 10, Backend::cuda), IsEmpty());
  EXPECT_THAT(rules(Verdict::timed_out, 0, 10, Backend::cuda),
              ElementsAre(HasSubstr("the grader says TIMED OUT")));
  write("// verdict: PASSED\n// cuda: TOO SLOW\n");
  EXPECT_THAT(rules(Verdict::passed, 0, 10, Backend::cuda),
              ElementsAre(HasSubstr("the grader says PASSED")));
}

TEST_F(Judged, AMutantSaysWhatItIs) {
  for (const char* text :
       {"int x;\n", "// verdict: RAEC\n", "// verdict: RACE\n// cuda: WRNOG\n"}) {
    write(text);
    EXPECT_THAT(rules(Verdict::race, 0, 10), ElementsAre(HasSubstr("is not a verdict"))) << text;
  }
}

TEST_F(Judged, ASkeletonIsNoAnswerAndHasNoWarnings) {
  const auto said = [&](Verdict verdict) {
    return judge_skeleton(kLab, file_, [&](const Lab&, const fs::path&, const JudgeOptions&) {
      LabResult result;
      result.verdict = verdict;
      return result;
    });
  };
  const std::string begin =
      "extern \"C\" void matmul(const float*, const float*, float*, int, int, int) {";
  write(begin + "}\n");
  EXPECT_THAT(said(Verdict::not_started), IsEmpty());
  EXPECT_THAT(said(Verdict::unfinished),
              ElementsAre(Field(&Problem::rule, HasSubstr("this one is UNFINISHED"))));
  write(begin + " int unused; }\n");
  EXPECT_THAT(said(Verdict::not_started), ElementsAre(Field(&Problem::rule, HasSubstr("unused"))));
}

}  // namespace
}  // namespace gemmlab
