// The files of a graded class: tables for a gradebook, and pages for its instructor.
#pragma once

#include "grader/batch/feedback/feedback.h"

namespace gemmlab {

struct ClassGrades {
  std::vector<StudentGrade> students;
  std::string json;  // all that tables show, see tables/
};

// From the records in `out`: of those `sources` that have one, sorted by student, and of those of
// the course's labs that have results. `gradebook`: the JSON says who is in which line of it.
ClassGrades class_grades(const fs::path& out, const std::vector<SubmissionSource>& sources,
                         const CoursePolicy& policy, const std::vector<Lab>& course,
                         const Roster& gradebook = {});

// The JSON until tables/ has made all tables from it.
inline constexpr const char* kNewGrades = ".grades.json";

// Writes it and students' feedback into `out`, each file completely or not at all. Throws
// std::runtime_error if one cannot be written.
void write_class_files(const fs::path& out, const std::vector<SubmissionSource>& sources,
                       const CoursePolicy& policy, const std::vector<Lab>& course,
                       const Roster& gradebook = {});

// What most likely is wrong, and the step of the skeleton that it is about; empty: nothing.
std::string cause_of(const LabResult& lab);

}  // namespace gemmlab
