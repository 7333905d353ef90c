// The stages of judging a lab. Each turns planned checks into finished ones; all may throw
// InfrastructureError and Interrupted.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/judge/judge.h"
#include "grader/judge/trial.h"
#include "grader/session/session.h"

namespace gemmlab {

// Stage 1: is there anything to judge? True if the file is the skeleton as handed out.
bool is_skeleton(const std::string& text, const std::string& skeleton);
Check not_started(const std::string& skeleton, Check planned);

struct FileCheck {
  Check check;
  std::optional<std::filesystem::path> module = {};  // if the file compiles
  std::vector<Diagnostic> warnings = {};             // from the compiler
};

// Compiles the file for a backend.
FileCheck judge_file(const std::filesystem::path& source, Backend backend,
                     const Enclosure* enclosure, Check planned);

// One lab file, loaded and ready to run.
struct Candidate {
  Session& session;
  const Spec& spec;
  const std::filesystem::path& source;
  const std::string& text;                  // of the source
  const std::vector<Diagnostic>& warnings;  // from its compiler
  bool judged_before;                       // on the simulator, with no failure
  const JudgeOptions& options;
};

// The values: each shape with each kind of input.
struct ValueChecks {
  std::vector<Check> checks;                   // one per planned check
  std::optional<Demonstration> demonstration;  // if one shape was requested
  // Set if judging ends here: after the first timeout or the second crash. The remaining checks are
  // not run, with this reason and this verdict.
  struct End {
    Verdict verdict;
    Reason reason;
  };
  std::optional<End> end;
};

// Runs the shapes of the planned checks.
ValueChecks judge_values(const Candidate& candidate, std::vector<Check> planned);

// The compiler warnings that may explain wrong values: uninitialised values and indices outside an
// array.
std::vector<CompilerWarning> telling_warnings(const std::vector<Diagnostic>& warnings);

// matmul_host, the last step of lab 02: host code that allocates, copies and launches. matmul
// itself must be right.
Check judge_host_entry(const Candidate& candidate, const Check& planned);

// The evidence: what the simulator counts in one more run of the kernel.
struct EvidenceChecks {
  std::vector<Check> checks;  // one per planned check
  std::optional<Metrics> metrics;
};

// Runs at 128 x 128 x 128. Examines evidence, and gives points for it, only if the values are
// right.
EvidenceChecks judge_evidence(const Candidate& candidate, std::vector<Check> planned);

// Counts without a check: at the one requested shape, or else as above, for any run that finishes,
// right or wrong. `values`: the verdict on the values.
std::optional<Metrics> count_to_explain(const Candidate& candidate, Verdict values);

// The speed: the baseline, the student's program and the reference, timed in turns.
struct SpeedCheck {
  Check check;
  Speed speed;
};

// The goal of the lab, before any measurement.
Speed speed_asked_for(const Spec& spec);

// Times `student`. A problem of this machine makes the speed not graded, with the reason, unless a
// GPU is required.
SpeedCheck judge_speed(const Spec& spec, const Lab& lab, Session& student,
                       const JudgeOptions& options, const Check& planned);

// Changes after which all of these runs are right, on different lines; at most two. The first run
// should be the one that fails soonest.
std::vector<Change> changes_that_help(const Candidate& candidate,
                                      const std::vector<TrialInput>& runs);

// Looks for such changes if the worst failure of all checks may have a small cause, and adds them
// to those that failed. `inputs`: a run of each check.
void add_helpful_changes(const Candidate& candidate, const std::vector<TrialInput>& inputs,
                         std::vector<Check>& checks);

// The failed check, with these changes.
Check with_changes(Check check, const std::vector<Change>& changes);

}  // namespace gemmlab
