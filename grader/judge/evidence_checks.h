// The evidence checks: what the simulator counts while the kernel runs once more.
#pragma once

#include "grader/judge/value_checks.h"

namespace gemmlab {

struct EvidenceChecks {
  std::vector<Check> checks;  // one for each planned one
  std::optional<Metrics> metrics;
  NotCounted not_counted = NotCounted::none;
};

// Runs at 128 x 128 x 128. Evidence is examined, and points given for it, only where the values
// have been found right. Throws InfrastructureError and Interrupted.
EvidenceChecks judge_evidence(const Candidate& candidate, std::vector<Check> planned);

// Without a check: counts at the one shape that is asked for, or else as above, if the run
// finishes, right or wrong. `values`: the verdict on them. Throws the same.
EvidenceChecks count_to_explain(const Candidate& candidate, Verdict values);

}  // namespace gemmlab
