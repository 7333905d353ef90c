// What a program's runs have cost, to foretell what the next one will.
#pragma once

#include "grader/judge/values/trial.h"

namespace gemmlab {

// Whether a run at this shape costs most of a second, even of a usual program.
bool is_dear(const Shape& shape);

class RunCosts {
 public:
  void note(const Trial& trial, const Shape& shape);

  double accesses() const { return accesses_; }  // of all runs

  // Whether a run at this shape would take seconds, or such runs have already taken too many.
  bool is_too_dear(const Shape& shape) const;

 private:
  double accesses_ = 0;
  double accesses_by_volume_ = 0;  // the most of a run, over the products of whole tiles
};

}  // namespace gemmlab
