// Small changes to a wrong program that make it right: they show the line to change.
#pragma once

#include <optional>
#include <vector>

#include "grader/judge/candidate.h"
#include "grader/judge/plan.h"
#include "grader/judge/trial.h"

namespace gemmlab {

// Each change is tried in the cheap runs; the first should be the one that fails soonest. What
// helps there is tried in the dear ones.
struct ChangeRuns {
  std::vector<TrialInput> cheap, dear = {};
};

// The runs to try changes in, if the worst of these failures may have a small cause. `inputs`: a
// run of each check.
std::optional<ChangeRuns> runs_to_try(const std::vector<Judgement>& judgements,
                                      const std::vector<TrialInput>& inputs);

// Changes after which all of these runs are right, on different lines; at most two.
std::vector<Change> changes_that_help(const Candidate& candidate, const ChangeRuns& runs);

}  // namespace gemmlab
