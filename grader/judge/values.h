// The value checks: each shape, with each kind of input.
#pragma once

#include <filesystem>
#include <string>

#include "grader/judge/judge.h"
#include "grader/judge/plan.h"
#include "grader/session/session.h"

namespace gemmlab {

// One lab file, loaded and ready to be run.
struct Candidate {
  Session& session;
  const Spec& spec;
  const Plan& plan;
  const std::filesystem::path& source;
  const std::string& text;  // of the source
  bool judged_before;       // on the simulator, where all was right
  const JudgeOptions& options;

  void say(const std::string& what) const {
    if (options.progress) {
      options.progress(what);
    }
  }
};

// Settles the shapes' checks in `lab`, on a GPU the large ones' too, and those after them if the
// lab ends here: the first time out and the second death end it. What was judged before can only
// become worse. Throws InfrastructureError and Interrupted.
void judge_values(const Candidate& candidate, LabResult& lab);

// The first verdict in the closed order among the shapes' checks; PASSED if all passed.
Verdict value_verdict(const Plan& plan, const LabResult& lab);

}  // namespace gemmlab
