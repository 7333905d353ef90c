#include "grader/judge/plan.h"

#include <gtest/gtest.h>

#include <numeric>

#include "grader/core/inputs.h"
#include "grader/judge/judge.h"
#include "grader/machine/paths.h"

namespace gemmlab {
namespace {

TEST(Plan, GivesEveryLabAHundredPointsAndSomethingToExamine) {
  const std::vector<Lab> labs = read_labs(paths().table());
  for (const Lab* const each : exercises(labs)) {
    const Lab& lab = *each;
    const Spec& spec = spec_of(lab);
    LabChecks plan = plan_checks(spec);
    const std::vector<PlannedCheck*> checks = in_order(plan);
    const int points = std::accumulate(
        checks.begin(), checks.end(), 0,
        [](int sum, const PlannedCheck* check) { return sum + check->plan.max_points; });
    EXPECT_EQ(points, 100) << lab.slug();
    EXPECT_FALSE(spec.shapes.empty()) << lab.slug();
    EXPECT_FALSE(spec.inputs.empty()) << lab.slug();
    // Judging rounding errors requires earlier inputs that survive rounding.
    if (spec.task == nullptr) {
      EXPECT_EQ(spec.inputs.front(), InputKind::tagged) << lab.slug();
    }
  }
}

TEST(Plan, KeepsTheExtentsOfExactInputsExact) {
  for (const Spec* spec : registered_specs()) {
    std::vector<Shape> shapes = spec->shapes;
    shapes.insert(shapes.end(), spec->large.begin(), spec->large.end());
    std::erase_if(shapes, [](const Shape& shape) { return shape.only_launch; });
    for (const Shape& shape : shapes) {
      const auto operands = make_operands(InputKind::exact, shape, 1);
      for (int col = 0; col < shape.n; ++col) {
        int terms = 0;
        for (int k = 0; k < shape.k; ++k) {
          terms += operands.b[std::size_t(k) * shape.n + col] != 0;
        }
        // A sum of this many +-(1 + 2^-12) needs 12 bits after the point: 24 in total.
        ASSERT_LE(terms, 4095) << spec->lab << " k = " << shape.k;
      }
    }
  }
}

TEST(Plan, OpensEveryCheck) {
  for (const Spec* spec : registered_specs()) {
    LabChecks plan = plan_checks(*spec, true);
    for (const PlannedCheck* check : in_order(plan)) {
      EXPECT_TRUE(check->is_open()) << spec->lab << ": " << check->plan.name;
    }
  }
}

// Three stages: one passed, one failed, one still open.
LabChecks half_judged() {
  LabChecks checks;
  checks.file.judgement = passed();
  checks.shapes = {{{}, failed({Verdict::race, NoFile{"two threads"}})}, {}};
  checks.evidence = {PlannedCheck{}};
  checks.speed = {{}, not_graded(Reason::no_gpu)};
  return checks;
}

TEST(CloseOpen, LeavesWhatWasGraded) {
  LabChecks checks = half_judged();
  close_open(checks, Verdict::timed_out, Reason::out_of_time);
  EXPECT_EQ(checks.file.judgement->status(), Status::passed);
  EXPECT_EQ(checks.shapes[0].judgement->verdict, Verdict::race);
  EXPECT_EQ(checks.speed->judgement->status(), Status::not_graded);
  for (const Judgement& closed : {*checks.shapes[1].judgement, *checks.evidence[0].judgement}) {
    EXPECT_EQ(closed.verdict, Verdict::timed_out);
    EXPECT_EQ(closed.outcome, CheckOutcome::not_run);
    EXPECT_EQ(closed.reason, Reason::out_of_time);
    EXPECT_EQ(closed.status(), Status::failed);
  }
}

TEST(LeaveOpenUngraded, LeavesWhatWasGraded) {
  LabChecks checks = half_judged();
  leave_open_ungraded(checks, Reason::machine, "no space is left");
  EXPECT_EQ(checks.file.judgement->status(), Status::passed);
  EXPECT_EQ(checks.shapes[0].judgement->status(), Status::failed);
  EXPECT_EQ(checks.speed->judgement->reason, Reason::no_gpu);
  EXPECT_EQ(checks.shapes[1].judgement->status(), Status::not_graded);
  EXPECT_EQ(checks.evidence[0].judgement->machine, "no space is left");
}

TEST(CloseAll, ClosesWhatWasGradedToo) {
  LabChecks checks = half_judged();
  close_all(checks.shapes, Verdict::exited, Reason::ended_itself);
  for (const PlannedCheck& closed : checks.shapes) {
    EXPECT_EQ(closed.judgement->verdict, Verdict::exited);
    EXPECT_EQ(closed.judgement->outcome, CheckOutcome::not_run);
  }
}

TEST(ValueVerdict, IsOfTheShapesAndNothingElse) {
  LabChecks checks = half_judged();
  checks.evidence = {{{}, failed({Verdict::crashed, WrongValues{}})}};
  EXPECT_EQ(value_verdict(checks), Verdict::race);
  checks.large = {{{}, failed({Verdict::exited, WrongValues{}})}};
  EXPECT_EQ(value_verdict(checks), Verdict::exited);
  checks.shapes = checks.large = {{{}, passed()}};
  EXPECT_EQ(value_verdict(checks), Verdict::passed);
}

}  // namespace
}  // namespace gemmlab
