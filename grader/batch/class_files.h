// The files of a graded class: tables for a gradebook, and pages for its instructor.
#pragma once

#include "grader/batch/feedback/feedback.h"

namespace gemmlab {

// Writes grades.json, changes.log, students' feedback and junit.xml into `out`, each completely or
// not at all, from the records there: of the students that have one, and of those of the course's
// labs that have results. grades.json has all that the other tables show, which tables/ writes from
// it. `gradebook`: grades.json says who is in which line of it. Throws std::runtime_error if a file
// cannot be written.
void write_class_files(const fs::path& out, const std::vector<SubmissionSource>& sources,
                       const CoursePolicy& policy, const std::vector<Lab>& course,
                       const Roster& gradebook = {});

// What it would change in whose grades, without writing anything: lines as in changes.log.
std::vector<std::string> foretold_changes(const fs::path& out,
                                          const std::vector<SubmissionSource>& sources,
                                          const CoursePolicy& policy,
                                          const std::vector<Lab>& course);

// The student's suite in junit.xml, a case per check. A refused submission is a failed case.
std::string class_junit(const Record& record);

// ---- review.cpp ----

// What most likely is wrong, and the step of the skeleton that it is about; empty: nothing.
std::string cause_of(const LabResult& lab);

// Why an instructor should look at it; the page tells them in an order of its own.
GEMMLAB_ENUM(ReviewKind, undecided, missing, failure, refused, ignored, guessed, odd)

struct ReviewFlag {
  ReviewKind kind = ReviewKind::odd;
  std::string lab;  // id; empty: the whole submission
  std::string what;
};

// Our failures, refused submissions, ignored files that look like lab files, programs that ended as
// honest ones do not or ask for what is not allowed, and labs with no verdict although there was
// something to judge.
std::vector<ReviewFlag> review_flags(const Record& record);

}  // namespace gemmlab
