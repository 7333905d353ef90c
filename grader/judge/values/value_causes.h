// The one bug that explains the wrong values of several runs and shapes.
#pragma once

#include <optional>
#include <vector>

#include "grader/diagnosis/diagnosis.h"
#include "grader/diagnosis/shapes.h"
#include "grader/judge/values/trial.h"

namespace gemmlab {

// The result of all runs of one shape, and what most likely made its values wrong.
struct ShapeRuns {
  ShapeOutcome outcome;
  bool was_run = false;
  bool took_too_long = false;
  std::optional<Trial> failure;    // the trial that failed, if one did
  std::optional<Verdict> verdict;  // of the failure, or of what prevented the shape from finishing
  std::optional<Settled> own_cause;  // from this shape's values; nothing if other inputs refuted it
};

// Notes what explains the wrong values of `trial`, which ran on `input`. Tagged inputs repeat
// every few rows and columns, so a wrong guess may fit them, and elements may be right by chance.
// Therefore runs again on random inputs, drops the explanations that these refute, and takes their
// values if more of them are wrong. Throws InfrastructureError and Interrupted.
void note_failure(Session& session, Trial& trial, const TrialInput& input, ShapeRuns& runs);

// Called after all shapes have run. One bug most likely causes all failures, so all shapes together
// decide on its name. Nothing for a shape whose own cause remains.
std::vector<std::optional<Settled>> common_causes(const std::vector<ShapeRuns>& shapes);

}  // namespace gemmlab
