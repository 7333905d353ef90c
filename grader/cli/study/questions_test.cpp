// A reader who predicts what the steps of a study show.
#include "grader/cli/study/questions.h"

#include <gmock/gmock.h>

#include <sstream>

#include "common/facts/counts.h"
#include "grader/cli/sample_course.h"
#include "grader/core/metrics.h"

namespace gemmlab {
namespace {

using testing::HasSubstr;
using testing::Not;

class Asking : public SampleCourse {
 protected:
  Asking() {
    write("lab.cu", "f(1);\ng();\n");
    write("01.cu", "f(1);  // never waits\ng();\nh();\n");
    write("02.cu", "f(2);\ng();\nh();\n");
    study_.columns = {"barriers"};
    study_.steps = {{"lab 02", "lab.cu"}, {"01 one", "01.cu"}, {"02 two", "02.cu"}};
    for (StudyStep& step : study_.steps) {
      step.column = "barriers";
      Metrics& metrics = step.results.emplace_back().metrics.emplace();
      metrics.barriers = 128;
      add(metrics.launches, {});
    }
    for (StudyStep* step : {&study_.steps[1], &study_.steps[2]}) {
      step->question = "How many in " + step->name + "?";
      step->why = "Two each. So these.";
    }
  }

  // What is said to somebody who types that.
  std::string said(const std::string& typed) {
    std::istringstream in(typed);
    Context console = context();
    std::ostringstream out;
    Context here{console.paths, console.labs,  console.state,
                 console.judge, console.gpu,   out,
                 console.err,   {.width = 80}, {}};
    Questions questions(study_, 0, here, in);
    for (const StudyStep& step : study_.steps) {
      questions.ask(step);
      questions.tell(step);
    }
    questions.tell_times();
    summary_ = questions.summary();
    return out.str();
  }

  Study study_;
  std::string summary_;
};

TEST_F(Asking, ShowsWhatIsNewAsksAndTellsHowNearItWasAndWhy) {
  EXPECT_EQ(said("128\n100\n"),
            "\n01 one, changed from lab 02:\n"
            "  + h();\n"
            "\nHow many in 01 one?\n"
            "Your prediction (Enter skips, q ends the questions): "
            "  right: it is 128 barriers.\n"
            "  Two each. So these.\n"
            "\n02 two, changed from 01 one:\n"
            "  - f(1);\n"
            "  + f(2);\n"
            "\nHow many in 02 two?\n"
            "Your prediction (Enter skips, q ends the questions): "
            "  off, 0.78 of it: it is 128 barriers.\n"
            "  Two each. So these.\n");
  EXPECT_EQ(summary_, "1 right, 1 off");
}

TEST_F(Asking, RefusesWhatIsNoAnswerSaysWhatIsExpectedAndAsksAgain) {
  const std::string answers = said("twice\n\x1b[31mred\n128\n\n");
  EXPECT_THAT(answers, HasSubstr("'twice' is not what this asks for. Expected: a number"));
  EXPECT_THAT(answers, Not(HasSubstr("\x1b")));
  EXPECT_THAT(answers, HasSubstr("right: it is 128"));
  EXPECT_EQ(summary_, "1 right; skipped 1");
}

TEST_F(Asking, EndsAtTheEndOfTheInputOrIfAskedTo) {
  for (const char* typed : {"q\n", "", "Quit\n"}) {
    EXPECT_THAT(said(typed), Not(HasSubstr("How many in 02"))) << typed;
    EXPECT_EQ(summary_, "") << "nothing was answered";
  }
  said("100\nq\n");
  EXPECT_EQ(summary_, "1 off; skipped 1");
}

TEST_F(Asking, TellsTimesLastAndWhatWasNotMeasuredAsSuch) {
  study_.steps[1].column = study_.steps[2].column = "faster";
  study_.steps[2].faster = 2;
  const std::string answers = said("1\n2\n");
  EXPECT_LT(answers.find("How many in 02"), answers.find("  right: it is 2.00x as fast"));
  EXPECT_THAT(answers, HasSubstr("\n01 one\n  not measured here\n  Two each."));
  EXPECT_EQ(summary_, "1 right; not measured 1");
}

TEST_F(Asking, ComparesTheFirstStepWithTheSolutionThatIsTheMostAlike) {
  write("other.cu", "a();\nb();\nc();\n");
  study_.steps.insert(study_.steps.begin() + 1, {"lab 03", "other.cu"});
  EXPECT_THAT(said("q\n"), HasSubstr("01 one, changed from lab 02"));
}

TEST_F(Asking, ShowsAShortFileWholeIfItsLinesOnlyStandElsewhere) {
  write("01.cu", "g();\nf(1);\n");
  EXPECT_THAT(said("q\n"), HasSubstr("\n01 one: 01.cu\n    g();\n    f(1);\n"));
}

TEST_F(Asking, CutsLongChangesAndSaysWhereTheRestIs) {
  std::string text;
  for (int i = 0; i < 20; ++i) {
    text += "f" + std::to_string(i) + "();\n";
  }
  write("01.cu", text);
  const std::string answers = said("q\n");
  EXPECT_THAT(answers, HasSubstr("+ f9();\n    and 10 more: diff lab.cu 01.cu\n"));
  EXPECT_THAT(answers, Not(HasSubstr("f10")));
  study_.steps.erase(study_.steps.begin());
  EXPECT_THAT(said("q\n"), HasSubstr("\n01 one: 01.cu\n    f0();"));
}

}  // namespace
}  // namespace gemmlab
