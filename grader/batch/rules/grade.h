// From what is known about a student's labs to a grade, step by step: the one place that defines
// the numbers in every table and page of a class.
//
//   a lab's points   of 100, after the rules below
//   total            the labs' points weighted as in course.toml: percent, 0 to 100 and adjustments
//   not_graded       the part of those 100 that could not be judged here; without a GPU the 20
//                    points for speed of each lab except 01. Not part of total.
//
// The rules, in this order: excused labs are left out; for each attempt at a lab the extension, the
// grace minutes, free days, and the deduction with its limits; the attempt that counts; the lab's
// adjustment; the lowest labs are dropped; the weighted mean; the total's adjustment. Free days go
// to labs in the order of their due dates, where they save points; labs with one due date that were
// handed in together use a day once. Points never fall below 0.
//
// If our side failed, a lab has no points, never 0, and there is no total; nor if somebody has to
// decide what counts, until an adjustment of the lab does. A grade in percent of what was judged is
// 100 * total / (100 - not_graded).
#pragma once

#include "grader/batch/record.h"
#include "grader/batch/rules/policy.h"
#include "grader/report/text.h"

namespace gemmlab {

// One attempt at a lab.
struct AttemptFacts {
  std::optional<double> points;  // of 100; nothing: not judged
  Verdict verdict = Verdict::not_graded;
  std::optional<std::int64_t> submitted = {};  // seconds since 1970; nothing: no file, or no time
  bool is_late = false;                        // the platform says so, perhaps without a time
};

struct LabFacts {
  std::string id;
  std::vector<AttemptFacts> attempts;   // oldest first; at least one
  double not_graded = 0;                // of 100
  std::vector<std::string> basis = {};  // what it was judged from: "file 01234567", "seed 1"
  bool is_open = false;                 // an adjustment decides
};

GEMMLAB_ENUM(Rule, excused, extension, free_days, late, too_late, attempt, adjustment,
             without_effect, dropped)  // without_effect: an adjustment

// What a rule did to a grade.
struct Step {
  Rule rule = Rule::late;
  std::string why;    // "2 days late, 10 % for each started day: -16"
  double points = 0;  // by how much it changed the points
};

struct LabGrade {
  std::string id;
  std::optional<double> points;  // of 100; nothing: not judged, or excused
  Verdict verdict = Verdict::not_graded;
  int days_late = 0;      // started days after the extended due date; 0 within the grace period
  double not_graded = 0;  // of 100
  bool counts = true;     // false: excused or dropped
  double weight = 1;      // in the total; 0 if it does not count
  std::optional<std::int64_t> submitted = {}, due = {};  // the attempt that counts; with extension
  std::vector<std::string> basis = {};                   // as in the facts
  std::vector<Step> steps = {};
};

struct StudentGrade {
  std::string student;
  std::vector<LabGrade> labs;    // the course's labs, in their order
  std::optional<double> total;   // percent; nothing if a lab that counts was not judged
  double not_graded = 0;         // percent
  std::string formula = {};      // "(2 x 64 + 80) / 3 = 69.33": of the total before its steps
  std::vector<Step> steps = {};  // of the total
};

StudentGrade grade(const std::string& student, const std::vector<LabFacts>& labs,
                   const CoursePolicy& policy);

// The same from a record, for those of `labs` that are the course's. A refused submission and a lab
// without a file have 0 points, unless something is open (is_undecided): then none.
StudentGrade grade(const Record& record, const CoursePolicy& policy, const std::vector<Lab>& labs);

// In percent of what could be judged; nothing if it was not.
inline std::optional<double> percent_of(const std::optional<double>& points, double not_graded) {
  return points && not_graded < 100 ? std::optional(100 * *points / (100 - not_graded)) : points;
}

}  // namespace gemmlab
