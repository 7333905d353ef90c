// matmul_host, the last step of lab 02: host code that allocates, copies and launches.
#pragma once

#include <optional>

#include "grader/judge/candidate.h"
#include "grader/judge/plan.h"
#include "grader/judge/values/change_runs.h"

namespace gemmlab {

struct HostEntryJudgement {
  Judgement judgement;
  std::optional<Shape> shape = {};           // at which it failed
  std::optional<ChangeRuns> to_change = {};  // runs to try small changes in
};

// matmul itself must be right.
HostEntryJudgement judge_host_entry(const Candidate& candidate);

}  // namespace gemmlab
