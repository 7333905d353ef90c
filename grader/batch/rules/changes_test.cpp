#include "grader/batch/rules/grade_json.h"

#include <gmock/gmock.h>

#include "grader/batch/sample_submissions.h"

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

StudentGrade graded(const std::string& name, std::optional<double> points) {
  LabGrade lab{"03", points, Verdict::passed};
  lab.basis = {"file 0123", "gemmlab 1.0", "seed 1"};
  return {name, {lab}, points, 0};
}

using Changes = Class;

TEST_F(Changes, are_none_to_what_was_written) {
  StudentGrade ann = graded("ann", 80), ben = graded("ben", {});
  ann.labs[0].steps = {{Rule::late, "2 days late: -16", -16}};
  ann.labs[0].due = 5;
  write("grades.json", Json{{"schema", kGradesSchema}, {"students", std::vector{ann, ben}}}.text());
  const std::vector<StudentGrade> kept = kept_grades(dir);
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(kept[0].labs[0].steps[0].why, "2 days late: -16");
  EXPECT_EQ(kept[0].labs[0].due, 5);
  EXPECT_FALSE(kept[1].total);
  EXPECT_THAT(changes(kept, {ann, ben}), IsEmpty());
}

TEST_F(Changes, name_points_and_verdict_before_and_after_and_why) {
  StudentGrade ann = graded("ann", 64), ben = graded("ben", 0);
  ben.labs[0].verdict = Verdict::race;
  ben.labs[0].basis = {"file 4567", "gemmlab 1.1", "seed 1"};
  EXPECT_THAT(changes({graded("ann", 80), graded("ben", 80)}, {ann, ben}),
              ElementsAre("ann 03: 80 PASSED -> 64 PASSED, rules", "ann total: 80 -> 64",
                          "ben 03: 80 PASSED -> 0 RACE, file 0123 -> file 4567, gemmlab 1.0 -> "
                          "gemmlab 1.1",
                          "ben total: 80 -> 0"));
  StudentGrade ours = graded("ann", {});
  ours.labs[0].basis.clear();
  EXPECT_THAT(
      changes({ours}, {graded("ann", 80)}),
      ElementsAre("ann 03: none PASSED -> 80 PASSED, judged at last", "ann total: none -> 80"));
  EXPECT_THAT(changes({graded("ann", 80)}, {ours}),
              ElementsAre("ann 03: 80 PASSED -> none PASSED, a problem of the grader",
                          "ann total: 80 -> none"));
}

TEST_F(Changes, leave_out_who_is_new_and_read_no_other_file) {
  EXPECT_THAT(changes({}, {graded("ann", 80)}), IsEmpty());
  EXPECT_THAT(kept_grades(dir), IsEmpty());
  write("grades.json", "{\"schema\": \"gemmlab.grades/0\", \"students\": []}");
  EXPECT_THAT(kept_grades(dir), IsEmpty());
}

}  // namespace
}  // namespace gemmlab
