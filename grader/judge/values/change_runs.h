// The runs of a wrong program in which small changes to it are tried.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "grader/core/facts/check.h"
#include "grader/judge/values/trial.h"

namespace gemmlab {

// Each change is tried in the cheap runs; the first should be the one that fails soonest. What
// helps there is tried in the dear ones.
struct ChangeRuns {
  std::vector<TrialInput> cheap, dear = {};
  std::set<int> lines = {};  // that the failures name: changes to them come first
};

// The runs to try changes in, if the worst of these failures may have a small cause. `inputs`: a
// run of each check.
std::optional<ChangeRuns> runs_to_try(const std::vector<Judgement>& judgements,
                                      const std::vector<TrialInput>& inputs);

}  // namespace gemmlab
