// From what grading gave to points. The one place that says what the numbers of grades.csv mean:
//
//   a lab's column   its points of 100, after the late rule
//   total            the labs' points weighted as course.toml says: percent, 0 to 100
//   not_graded       what of those 100 nobody could judge here; without a GPU the 20 points for
//                    speed of each lab but 01. Not in total.
//
// A cell is empty, never 0, where our side failed; so is total then. A grade in percent of what was
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
  int days_late = 0;      // begun ones; 0 within the grace time
  double not_graded = 0;  // of 100
};

struct StudentGrade {
  std::string student;
  std::vector<LabGrade> labs;   // those of the course, in the labs' order
  std::optional<double> total;  // percent; nothing if a lab that counts was not judged
  double not_graded = 0;        // percent
};

// A submission that was refused, and a lab without a file, have 0 points.
StudentGrade grade(const Record& record, const CoursePolicy& policy, const std::vector<Lab>& labs);

// Days late that count, from the time of handing in and the due date.
int days_late(std::int64_t submitted, std::int64_t due, const LateRule& rule);

// What is left of `points`.
double after_late_rule(double points, int days_late, const LateRule& rule);

}  // namespace gemmlab
