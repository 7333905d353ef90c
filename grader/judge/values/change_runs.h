// The runs of a wrong program in which small changes to it are tried.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "grader/core/facts/check.h"
#include "grader/judge/values/trial.h"

namespace gemmlab {

// Each change is tried in the cheap runs; the first should be the one that fails soonest. What
// helps there is tried in the dear ones.
struct ChangeRuns {
  std::vector<TrialInput> cheap = {}, dear = {};
  std::set<int> lines = {};      // that the failures name: changes to them come first
  double accesses_of_tests = 0;  // of memory, by all of their runs; 0: unknown
};

// The runs to try changes in, if the worst of these failures may have a small cause. `inputs`: a
// run of each check; `accesses_of_tests`: see ChangeRuns. `text`: of the file.
std::optional<ChangeRuns> runs_to_try(const std::vector<Judgement>& judgements,
                                      const std::vector<TrialInput>& inputs,
                                      double accesses_of_tests, const std::string& text);

}  // namespace gemmlab
