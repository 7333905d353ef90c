// Grades many submissions: determines which are left, grades several at once, and saves each as
// soon as it is done.
#pragma once

#include "grader/batch/record.h"
#include "grader/judge/judge.h"

namespace gemmlab {

struct ClassRun {
  fs::path out;                           // results go to out/results
  std::vector<SubmissionSource> sources;  // to grade, or known from earlier
  std::vector<Lab> labs;                  // the course's
  std::set<std::string> wanted;           // the ids of the labs to grade
  LabFinder finder;                       // of all labs, also those not in the course
  Result blank;          // the common part of all results: version, backend, seed, device
  JudgeOptions options;  // without the enclosure
  std::set<std::string> symbols, headers;  // what the course allows: see Enclosure
  bool best_counts = false;  // of a student's attempts: the earlier ones are judged, too
  bool may_be_weak = false;
  int at_once = 1;
};

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
