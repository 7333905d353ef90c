#include "grader/judge/staircase.h"

#include <gtest/gtest.h>

#include "grader/core/array_task.h"
#include "grader/judge/file_check.h"
#include "grader/judge/judge.h"
#include "grader/judge/values/array_trial.h"
#include "grader/judge/values/trial.h"
#include "grader/machine/paths.h"

namespace gemmlab {
namespace {

const Lab& staircase() {
  static const std::vector<Lab> labs = read_labs(paths().table());
  return *find_lab(labs, "00");
}

LabResult step_with(Judgement judgement) {
  LabResult step;
  step.verdict = judgement.outcome == CheckOutcome::passed ? Verdict::passed : judgement.verdict;
  step.source = "labs/step.cu";
  step.checks = {finished({CheckKind::values, "n = 1", 100, Shape{1, 1, 1, ""}},
                          std::move(judgement), {.places = {{"", 7}}, .hint = "0.1"})};
  return step;
}

// All steps but the first are as the second judgement says.
LabResult joined_of(const Judgement& first, const Judgement& others) {
  std::vector<LabResult> steps(staircase().steps.size(), step_with(others));
  steps.front() = step_with(first);
  return joined(staircase(), steps);
}

const Judgement kSkeleton = not_started("// TODO(0.1): x\n");
const Judgement kRace = failed({Verdict::race, WrongArray{}});

TEST(Staircase, IsNotStartedWhereNoStepIs) {
  EXPECT_EQ(joined_of(kSkeleton, kSkeleton).verdict, Verdict::not_started);
}

TEST(Staircase, IsUnfinishedWhereSomeStepsAreNotBegun) {
  const LabResult lab = joined_of(passed(), kSkeleton);
  EXPECT_EQ(lab.verdict, Verdict::unfinished);
  EXPECT_EQ(verdict_of_step(lab.checks[0]), Verdict::passed);
  EXPECT_EQ(verdict_of_step(lab.checks[1]), Verdict::not_started);
  EXPECT_EQ(lab.score, lab.checks[0].max_points);
}

TEST(Staircase, IsAsItsWrongStepWhereOthersAreNotBegun) {
  const LabResult lab = joined_of(kRace, kSkeleton);
  EXPECT_EQ(lab.verdict, Verdict::race);
  EXPECT_EQ(lab.checks[1].outcome, CheckOutcome::not_run);
  EXPECT_EQ(verdict_of_step(lab.checks[1]), Verdict::not_started);
}

TEST(Staircase, IsPassedByAllSteps) {
  const LabResult lab = joined_of(passed(), passed());
  EXPECT_EQ(lab.verdict, Verdict::passed);
  EXPECT_EQ(lab.score, 100);
}

TEST(Staircase, HasACheckOfEachStepWithItsFileAndLine) {
  const LabResult lab = joined_of(kRace, passed());
  ASSERT_EQ(lab.checks.size(), staircase().steps.size());
  EXPECT_EQ(lab.verdict, Verdict::race);
  EXPECT_EQ(lab.checks[0].name, "00.1 one_thread");
  EXPECT_EQ(lab.checks[0].file(), "labs/step.cu");
  EXPECT_EQ(lab.checks[0].line(), 7);
  EXPECT_EQ(lab.checks[0].hint, "0.1");
}

// What a Spec says of its steps.
TEST(Steps, ComputeWhatNoMistakeDoes) {
  for (const Lab& step : staircase().steps) {
    const Spec& spec = spec_of(step);
    ASSERT_NE(spec.task, nullptr) << step.id;
    for (const Mistake& mistake : spec.task->mistakes) {
      bool differs = false;
      for (const Shape& shape : spec.shapes) {
        for (const InputKind kind : spec.inputs) {
          const std::vector<float> in = make_operands(kind, shape, 1).b;
          const Elements right = spec.task->out(shape, in), wrong = mistake.out(shape, in);
          ASSERT_EQ(right.size(), std::size_t(shape.m) * shape.n) << step.id;
          ASSERT_EQ(wrong.size(), right.size()) << step.id << ": " << mistake.why;
          differs |= right != wrong;  // NaN differs from all
        }
      }
      EXPECT_TRUE(differs) << step.id << ": " << mistake.why;
    }
  }
}

TEST(Steps, SayTheirSizeAsTheirProgramsDo) {
  EXPECT_EQ(size_in_words({.out = nullptr}, {1, 1000, 1, ""}), "n = 1000");
  EXPECT_EQ(size_in_words({.out = nullptr}, {4, 1, 1024, ""}), "n = 1024");
  EXPECT_EQ(size_in_words({.out = nullptr, .has_rows = true}, {20, 50, 20, ""}),
            "rows = 20, cols = 50");
}

Trial trial_of(const ArrayTask& task, const std::vector<float>& in, const std::vector<float>& out) {
  Trial trial;
  judge_array({task, {1, int(in.size()), 1, ""}, InputKind::identity, in, out, {}, Backend::cuda},
              {trial.comparison, trial.complaints, trial.explanations, trial.failed_call});
  return trial;  // without counts
}

const ArrayTask kCopy{
    .out = [](const Shape&,
              const std::vector<float>& in) { return Elements(in.begin(), in.end()); },
    .mistakes = {{[](const Shape&, const std::vector<float>& in) {
                    return Elements(in.rbegin(), in.rend());
                  },
                  "turned"}}};

TEST(ArrayTrial, IsRightOnlyWithTheWholeArray) {
  EXPECT_TRUE(trial_of(kCopy, {1, 2, 3}, {1, 2, 3}).complaints.empty());
  EXPECT_EQ(trial_of(kCopy, {1, 2, 3}, {1, 2, 4}).complaints[0].verdict, Verdict::wrong);
  std::vector<float> unwritten{1, 2, 3};
  fill_with_poison(&unwritten[2], 1);
  EXPECT_EQ(trial_of(kCopy, {1, 2, 3}, unwritten).complaints[0].verdict, Verdict::partial);
}

TEST(ArrayTrial, NamesAMistakeOnlyIfItExplainsAllElements) {
  const Trial turned = trial_of(kCopy, {1, 2, 3}, {3, 2, 1});
  ASSERT_EQ(turned.explanations.size(), 1u);
  EXPECT_EQ(get<KnownMistake>(turned.explanations[0].cause).why, "turned");
  EXPECT_TRUE(trial_of(kCopy, {1, 2, 3}, {3, 2, 2}).explanations.empty());
}

}  // namespace
}  // namespace gemmlab
