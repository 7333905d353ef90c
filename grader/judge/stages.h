// The stages of a lab's judging. Each returns checks for the planned ones; all may throw
// InfrastructureError and Interrupted.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/judge/judge.h"
#include "grader/session/session.h"

namespace gemmlab {

// The first: is there anything to judge? Whether the file is the skeleton as it was handed out.
bool is_skeleton(const std::string& text, const std::string& skeleton);
Check not_started(const std::string& skeleton, Check planned);

struct FileCheck {
  Check check;
  std::optional<std::filesystem::path> module = {};  // where the file compiles
  std::vector<Diagnostic> warnings = {};             // of the compiler, where it had any
};

// Compiles the file for a backend.
FileCheck judge_file(const std::filesystem::path& source,
                     Backend backend,
                     const Enclosure* enclosure,
                     Check planned);

// One lab file, loaded and ready to be run.
struct Candidate {
  Session& session;
  const Spec& spec;
  const std::filesystem::path& source;
  const std::string& text;                  // of the source
  const std::vector<Diagnostic>& warnings;  // of its compiler
  bool judged_before;                       // on the simulator, where all was right
  const JudgeOptions& options;
};

// The values: each shape, with each kind of input.
struct ValueChecks {
  std::vector<Check> checks;                   // one for each planned one
  std::optional<Demonstration> demonstration;  // where one shape was asked for
  // The lab ends here: the first time out and the second death end it. What was not run yet is not
  // run for this reason, blamed on this verdict.
  struct End {
    Verdict verdict;
    Reason reason;
  };
  std::optional<End> end;
};

// Runs the shapes of the planned checks.
ValueChecks judge_values(const Candidate& candidate, std::vector<Check> planned);

// The compiler's warnings, as far as they may tell why values are wrong: values nobody set, and
// indices outside an array.
std::vector<CompilerWarning> telling_warnings(const std::vector<Diagnostic>& warnings);

// matmul_host, lab 02's last step: host code that allocates, copies and launches. matmul itself
// must be right.
Check judge_host_entry(const Candidate& candidate, const Check& planned);

// The evidence: what the simulator counts while the kernel runs once more.
struct EvidenceChecks {
  std::vector<Check> checks;  // one for each planned one
  std::optional<Metrics> metrics;
  NotCounted not_counted = NotCounted::none;
};

// Runs at 128 x 128 x 128. Evidence is examined, and points given for it, only where the values
// have been found right.
EvidenceChecks judge_evidence(const Candidate& candidate, std::vector<Check> planned);

// Without a check: counts at the one shape that is asked for, or else as above, if the run
// finishes, right or wrong. `values`: the verdict on them.
EvidenceChecks count_to_explain(const Candidate& candidate, Verdict values);

// The speed: the baseline, the student's program and the reference, timed in turns.
struct SpeedCheck {
  Check check;
  Speed speed;
};

// What the lab asks for, before anything is measured.
Speed speed_asked_for(const Spec& spec);

// Times `student`. A problem of this machine leaves the speed not graded, with its reason, unless a
// GPU is required.
SpeedCheck judge_speed(const Spec& spec,
                       const Lab& lab,
                       Session& student,
                       const JudgeOptions& options,
                       const Check& planned);

}  // namespace gemmlab
