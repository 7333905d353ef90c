// Grades many submissions: determines which are left, grades several at once, and saves each as
// soon as it is done.
#pragma once

#include "grader/batch/grade_submission.h"

namespace gemmlab {

// What happened with one submission.
struct SubmissionEvent {
  std::string student;
  enum class Kind { began, graded, known, failed } kind = Kind::began;
  std::string summary;  // "5 of 6 passed, 03 RACE"; or the failure on our side
};

// Grades what no record has yet: labs that are missing, that failed on our side, or whose file has
// changed; and everything graded with other settings (version, backend, seed, sandbox, course
// rules). A record is complete or does not exist: after a kill, the next run continues. Throws
// Interrupted, and InfrastructureError before any grading if the sandbox is not safe.
void run_class(const ClassRun& run, const JudgeLab& judge,
               const std::function<void(const SubmissionEvent&)>& report);

}  // namespace gemmlab
