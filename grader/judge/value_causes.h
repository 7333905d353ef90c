// What most likely made values wrong: first for each shape alone, then for all shapes together.
#pragma once

#include <optional>
#include <vector>

#include "grader/diagnosis/shapes.h"
#include "grader/judge/stages.h"
#include "grader/judge/trial.h"

namespace gemmlab {

// The result of all runs of one shape.
struct ShapeRuns {
  ShapeOutcome outcome;
  bool was_run = false;
  bool took_too_long = false;
  bool ran_on = false;             // because of a bug found earlier
  std::optional<Trial> failure;    // the trial that failed, if one did
  std::optional<Verdict> verdict;  // of the failure, or of what prevented the shape from finishing
  std::optional<Settled> own_cause;  // from this shape's values; nothing if other inputs refuted it
};

// Records what explains the wrong values of `trial`, which ran on `input`. Tagged inputs repeat
// every few rows and columns, so a wrong guess may fit them. Therefore runs again on random inputs
// and drops the explanations that these refute. Adds the time of that run to `seconds`. Throws
// InfrastructureError and Interrupted.
void take_in_failure(Session& session, const Trial& trial, const TrialInput& input, ShapeRuns& runs,
                     double& seconds);

// Called after all shapes have run. One bug most likely causes all failures, so all shapes together
// decide on its name. Nothing for a shape whose own cause remains.
std::vector<std::optional<Settled>> common_causes(const std::vector<ShapeRuns>& shapes);

// Adds to a failed check where else to look: at the extents of a refused launch, or at the stores
// of the kernels, if something was never stored.
void add_places(const Candidate& candidate, const RunCounts& counts, Check& check);

}  // namespace gemmlab
