// Grades many submissions, several at once: each lab by lab, as far as no record has it yet, and
// saved as soon as it is done.
#pragma once

#include "grader/batch/record.h"
#include "grader/judge/judge.h"

namespace gemmlab {

// Of a process that grades, without its workers and compilers, which have limits of their own.
inline constexpr std::uint64_t kGradingSeconds = 120;

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

// Whether the record was made with the settings of this run.
bool is_alike(const Record& record, const ClassRun& run, const SandboxLevel& level);

// Whether judging the lab's files again would give what is known.
bool is_judged(const std::optional<Record>& known, const Lab& lab, const Submission& submission,
               const ClassRun& run);

// All of a record that judging does not decide.
void describe(const Submission& submission, Record& record);

// Writes the files into the enclosure's sandbox and judges those of the wanted labs, each by its
// path within the submission. Reuses the results in `known`. Records failures on our side; throws
// Interrupted.
Record grade_submission(const Submission& submission, const ClassRun& run,
                        const std::optional<Record>& known, const JudgeOptions& options,
                        const JudgeLab& judge);

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
