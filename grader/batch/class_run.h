// Grading many submissions: which are still to do, several at once, each kept as soon as it is
// done.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "grader/batch/record.h"
#include "grader/batch/submission.h"
#include "grader/judge/judge.h"

namespace gemmlab {

struct ClassRun {
  std::filesystem::path out;               // results go to out/results
  std::vector<SubmissionSource> sources;   // to grade, or known from before
  std::vector<Lab> labs;                   // the course's
  std::set<std::string> wanted;            // the ids of those to grade
  Result blank;                            // of each result: version, backend, seed, device
  JudgeOptions options;                    // but for the enclosure
  std::set<std::string> symbols, headers;  // what the course allows: see Enclosure
  bool may_be_weak = false;
  int at_once = 1;
};

// What happened to one submission.
struct SubmissionEvent {
  std::string student;
  enum class Kind { began, graded, known, failed } kind = Kind::began;
  std::string summary;  // "5 of 6 passed, 03 RACE"; or what failed on our side
};

// Grades what no record has yet: labs that are not in one, that failed on our side, or that are of
// another file; and all that was made in another way (version, backend, seed, sandbox, course's
// rules). A record is whole or not there: whoever is
// killed goes on where he was. Throws InfrastructureError, before anything is graded, where the
// sandbox does not hold; Interrupted.
void run_class(const ClassRun& run,
               const JudgeLab& judge,
               const std::function<void(const SubmissionEvent&)>& report);

}  // namespace gemmlab
