#include "grader/judge/plan.h"

#include <gtest/gtest.h>

#include <numeric>

#include "grader/compile/paths.h"
#include "grader/core/inputs.h"
#include "grader/judge/judge.h"

namespace gemmlab {
namespace {

TEST(Plan, GivesEveryLabAHundredPointsAndSomethingToExamine) {
  for (const Lab& lab : read_labs(paths().table())) {
    LabResult result;
    const Spec& spec = spec_of(lab);
    plan_checks(spec, result);
    const int points =
        std::accumulate(result.checks.begin(), result.checks.end(), 0,
                        [](int sum, const Check& check) { return sum + check.max_points; });
    EXPECT_EQ(points, 100) << lab.slug();
    EXPECT_FALSE(spec.shapes.empty()) << lab.slug();
    EXPECT_FALSE(spec.inputs.empty()) << lab.slug();
    // Judging rounding errors needs to have seen inputs that survive rounding.
    EXPECT_EQ(spec.inputs.front(), InputKind::tagged) << lab.slug();
  }
}

TEST(Plan, KeepsTheExtentsOfExactInputsExact) {
  for (const Spec* spec : registered_specs()) {
    for (const Shape& shape : spec->shapes) {
      const auto operands = make_operands(InputKind::exact, shape, 1);
      for (int col = 0; col < shape.n; ++col) {
        int terms = 0;
        for (int k = 0; k < shape.k; ++k) {
          terms += operands.b[std::size_t(k) * shape.n + col] != 0;
        }
        // A sum of so many +-(1 + 2^-12) needs 12 bits after the point: 24 in all.
        ASSERT_LE(terms, 4095) << spec->lab << " k = " << shape.k;
      }
    }
  }
}

TEST(FailTheRest, LeavesWhatWasGraded) {
  LabResult lab;
  lab.checks.resize(3);
  pass(lab.checks[0]);
  fail(lab.checks[1], Verdict::race, "two threads");
  fail_the_rest(lab, Verdict::timed_out, "not run");
  EXPECT_EQ(lab.checks[0].status, Status::passed);
  EXPECT_EQ(lab.checks[1].verdict, Verdict::race);
  EXPECT_EQ(lab.checks[2].verdict, Verdict::timed_out);
}

}  // namespace
}  // namespace gemmlab
