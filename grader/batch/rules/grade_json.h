// Grades in grades.json.
#pragma once

#include "common/facts/json.h"
#include "grader/batch/rules/grade.h"

namespace gemmlab {

inline constexpr const char* kGradesSchema = "gemmlab.grades/1";

GEMMLAB_JSON(Step, rule, why, points)
GEMMLAB_JSON(LabGrade, id, points, verdict, days_late, not_graded, counts, submitted, due, basis,
             steps)
GEMMLAB_JSON(StudentGrade, student, total, not_graded, steps, labs)

}  // namespace gemmlab
