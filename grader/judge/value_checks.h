// The value checks: each shape, with each kind of input.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/core/result.h"
#include "grader/judge/judge_options.h"
#include "grader/session/session.h"

namespace gemmlab {

// One lab file, loaded and ready to be run.
struct Candidate {
  Session& session;
  const Spec& spec;
  const std::filesystem::path& source;
  const std::string& text;                  // of the source
  const std::vector<Diagnostic>& warnings;  // of its compiler
  bool judged_before;                       // on the simulator, where all was right
  const JudgeOptions& options;

  void say(const std::string& what) const {
    if (options.progress) {
      options.progress(what);
    }
  }
};

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

// Runs the shapes of the planned checks. Throws InfrastructureError and Interrupted.
ValueChecks judge_values(const Candidate& candidate, std::vector<Check> planned);

}  // namespace gemmlab
