// Deduces from the diagnoses of several shapes together what one alone leaves open.
#pragma once

#include <optional>
#include <vector>

#include "common/facts/counts.h"
#include "grader/core/facts/cause.h"
#include "grader/core/spec.h"
#include "grader/diagnosis/explanation.h"

namespace gemmlab {

// What one shape shows.
struct ShapeOutcome {
  Shape shape;
  bool is_right = false;
  std::vector<Explanation> explanations = {};  // for a wrong one, from diagnose
  std::vector<LaunchShape> launches = {};      // none: unknown
  bool has_unwritten = false;                  // elements of C
};

struct Settled {
  Cause cause;
  std::optional<Shape> shown_at;  // the shape that shows it, if it is another one
};

// The cause to name for each outcome: the one shared by most of the wrong shapes. If it is not
// among the outcome's own, then the cause of the shape that shows it, if twice as many shapes agree
// with it as with the outcome's own cause; else the first certain cause of its own.
std::vector<std::optional<Settled>> settled(const std::vector<ShapeOutcome>& outcomes);

// Whether another shape shows that the cause which one shape suggests cannot be.
bool is_refuted(const Cause& cause, const std::vector<ShapeOutcome>& outcomes);

// What distinguishes the right shapes from the wrong ones: right only for squares, for multiples of
// a tile, if k is one tile, if C is one block. Nothing with fewer than two of either.
std::optional<Cause> right_only(const std::vector<ShapeOutcome>& outcomes);

}  // namespace gemmlab
