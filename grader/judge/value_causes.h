// What most likely made values wrong: each shape has its say, and then all of them together.
#pragma once

#include <optional>
#include <vector>

#include "grader/diagnosis/shapes.h"
#include "grader/judge/trial.h"

namespace gemmlab {

// What the runs of one shape came to.
struct ShapeRuns {
  ShapeOutcome outcome;
  bool was_run = false;
  bool took_too_long = false;
  bool ran_on = false;               // for the reason that was found before
  std::optional<Trial> failure;      // the trial that is not right, if one is
  std::optional<Verdict> verdict;    // of that, or of what kept the shape from an end of its own
  std::optional<Settled> own_cause;  // what the shape's own values say; nothing where other inputs
                                     // refuted it
};

// Notes what explains the wrong values of `trial`, which ran on `input`. Tagged inputs repeat
// themselves every few rows and columns, so that a wrong guess may fit them: it runs once more on
// random ones, and what those refute is left out. Adds the time of that to `seconds`. Throws
// InfrastructureError and Interrupted.
void take_in_failure(Session& session,
                     const Trial& trial,
                     const TrialInput& input,
                     ShapeRuns& runs,
                     double& seconds);

// Once all shapes have run: one bug most likely is behind all of them, so all have a say in its
// name. Nothing for a shape whose own cause stands.
std::vector<std::optional<Settled>> common_causes(const std::vector<ShapeRuns>& shapes);

}  // namespace gemmlab
