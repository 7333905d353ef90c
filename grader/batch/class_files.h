// The files of a graded class: tables for a gradebook, and pages for its instructor.
#pragma once

#include "grader/batch/feedback/feedback.h"

namespace gemmlab {

struct ClassGrades {
  std::vector<StudentGrade> students;
  int people = 0;   // of the roster, else whoever handed in; some may have no record yet
  int waiting = 0;  // those without any grade, because something is open

  // Else the platform's would be of less than half of the class.
  bool has_gradebook() const { return 2 * waiting <= people; }
  std::string json;  // all that tables show, see tables/
};

// From the records in `out`: of those sources that have one, sorted by student, and of those of the
// course's labs that have results. `gradebook`: the JSON says who is in which line of it.
ClassGrades class_grades(const fs::path& out, const SubmissionList& list,
                         const CoursePolicy& policy, const std::vector<Lab>& course,
                         const Roster& gradebook = {});

// The JSON until tables/ has made all tables from it.
inline constexpr const char* kNewGrades = ".grades.json";

// Writes it and students' feedback into `out`, each file completely or not at all. Throws
// std::runtime_error if one cannot be written. Returns the grades.
ClassGrades write_class_files(const fs::path& out, const SubmissionList& list,
                              const CoursePolicy& policy, const std::vector<Lab>& course,
                              const Roster& gradebook = {});

// What most likely is wrong, and the step of the skeleton that it is about; empty: nothing.
std::string cause_of(const LabResult& lab);

}  // namespace gemmlab
