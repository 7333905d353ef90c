// The evidence: what the simulator counts in more runs of the kernel.
#pragma once

#include <optional>
#include <vector>

#include "grader/core/facts/check.h"
#include "grader/core/metrics.h"
#include "grader/judge/candidate.h"
#include "grader/judge/values/trial.h"

namespace gemmlab {

// Whether a Spec has such a limit.
bool asks_for(Evidence::Kind kind, const Spec& spec);

// Passed, or failed with the number, the limit and the costliest line.
Judgement judge_limit(const Evidence& evidence, const Metrics& metrics);

// A run whose counts decide about the program.
TrialInput counted_input(const Candidate& candidate);
// The kinds whose limits the run of these counts misses.
std::vector<Evidence::Kind> missed_kinds(const Spec& spec, const Metrics& metrics);

struct EvidenceJudgements {
  std::vector<Judgement> judgements;  // one per entry of Spec::evidence
  std::optional<Shape> wrong_at;      // where the values of a counted run are wrong
  std::optional<Metrics> metrics;
};

// Of a run at 128 x 128 x 128 and one at a shape that is drawn for the file: `counted_before`, that
// of its values, or one made here. Examines evidence, and gives points for it, only if the values
// are right.
EvidenceJudgements judge_evidence(const Candidate& candidate,
                                  const std::optional<Metrics>& counted_before);

// Counts without a check: at the one requested shape, or else as above, for any run that finishes,
// right or wrong. `values`: the verdict on the values.
std::optional<Metrics> count_to_explain(const Candidate& candidate, Verdict values);

}  // namespace gemmlab
