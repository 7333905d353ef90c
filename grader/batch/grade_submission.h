// Judges one submission, lab by lab, as far as no record has it yet.
#pragma once

#include "common/facts/json.h"
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
// path within the submission. Reuses the results in `known`; adds each new one as JSON, which has
// more than we read, to `told`. Records failures on our side; throws Interrupted.
Record grade_submission(const Submission& submission, const ClassRun& run,
                        const std::optional<Record>& known, const JudgeOptions& options,
                        const JudgeLab& judge, std::map<std::string, Json>& told);

}  // namespace gemmlab
