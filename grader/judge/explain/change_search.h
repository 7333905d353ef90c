// Small changes to a wrong program that make it right: they show the line to change.
#pragma once

#include <string>
#include <vector>

#include "grader/judge/candidate.h"
#include "grader/judge/values/change_runs.h"

namespace gemmlab {

// Changes after which all of these runs are right, on different lines; at most two. What the
// skeleton gives is changed only if nothing else helps as well.
std::vector<Change> changes_that_help(const Candidate& candidate, const ChangeRuns& runs,
                                      const std::string& skeleton);

}  // namespace gemmlab
