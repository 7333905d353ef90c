// Grades as a file, OUT/grades.json, and what differs between two runs.
#pragma once

#include "grader/batch/rules/grade.h"

namespace gemmlab {

// "gemmlab.grades/1": every student with all that `grade` found.
std::string to_json(const std::vector<StudentGrade>& grades);

// Those that the last run wrote to `out`; none if there are none.
std::vector<StudentGrade> kept_grades(const fs::path& out);

// A line for each lab and total that differs, with the points and the verdict before and after, and
// why: "ann 03: 80 PASSED -> 64 PASSED, rules". New students and labs are no change.
std::vector<std::string> changes(const std::vector<StudentGrade>& before,
                                 const std::vector<StudentGrade>& after);

}  // namespace gemmlab
