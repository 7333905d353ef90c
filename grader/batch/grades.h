// Computes points from grading results. The one place that defines the numbers in grades.csv:
//
//   a lab's column   its points of 100, after the late rule
//   total            the labs' points weighted as in course.toml: percent, 0 to 100
//   not_graded       the part of those 100 that could not be judged here; without a GPU the 20
//                    points for speed of each lab except 01. Not part of total.
//
// If our side failed, a cell is empty, never 0, and so is total. A grade in percent of what was
// judged is 100 * total / (100 - not_graded).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/batch/policy.h"
#include "grader/batch/record.h"

namespace gemmlab {

struct LabGrade {
  std::string id;
  std::optional<double> points;  // of 100, after the late rule; nothing: not judged
  Verdict verdict = Verdict::not_graded;
  int days_late = 0;      // started days; 0 within the grace period
  double not_graded = 0;  // of 100
};

struct StudentGrade {
  std::string student;
  std::vector<LabGrade> labs;   // the course's labs, in their order
  std::optional<double> total;  // percent; nothing if a lab that counts was not judged
  double not_graded = 0;        // percent
};

// A refused submission and a lab without a file have 0 points.
StudentGrade grade(const Record& record, const CoursePolicy& policy, const std::vector<Lab>& labs);

// The days late that count, from the submission time and the due date.
int days_late(std::int64_t submitted, std::int64_t due, const LateRule& rule);

// The points that remain.
double after_late_rule(double points, int days_late, const LateRule& rule);

}  // namespace gemmlab
