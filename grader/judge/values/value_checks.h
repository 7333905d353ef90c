// The values: each shape with each kind of input.
#pragma once

#include <optional>
#include <vector>

#include "grader/core/result.h"
#include "grader/judge/candidate.h"
#include "grader/judge/plan.h"
#include "grader/judge/values/change_runs.h"
#include "grader/judge/values/value_causes.h"

namespace gemmlab {

struct ValueJudgements {
  std::vector<Judgement> judgements;           // one per planned check
  std::vector<ShapeRuns> shapes;               // likewise, also of those that are right
  std::optional<Demonstration> demonstration;  // if one shape was requested
  std::optional<HostEntryFault> leak;          // if most runs left allocations behind
  std::optional<ChangeRuns> to_change;         // runs to try small changes in
  std::optional<Metrics> counted;              // of the counted shape, if it is right
  std::optional<Advice> waste;                 // of a right program
};

// Runs the shapes of the planned checks. Ends after the first timeout or the second crash. Throws
// InfrastructureError and Interrupted.
ValueJudgements judge_values(const Candidate& candidate, std::vector<CheckPlan> planned);

}  // namespace gemmlab
