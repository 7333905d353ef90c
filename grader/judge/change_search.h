// Which line of a wrong file to change: small changes are tried until some make it right.
#pragma once

#include <vector>

#include "grader/core/facts/change.h"
#include "grader/judge/stages.h"
#include "grader/judge/trial.h"

namespace gemmlab {

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
