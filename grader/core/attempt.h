// One grading of a student's own file: what the history of a lab is made of.
#pragma once

#include <optional>
#include <string>

#include "grader/core/verdict.h"

namespace gemmlab {

struct Attempt {
  std::string at;    // when it began: ISO 8601, UTC
  std::string slug;  // of the lab
  Verdict verdict = Verdict::not_graded;
  int score = 0, max_score = 100;
  std::optional<double> speed_ratio;  // over the lab's baseline, where it was measured
  double seconds = 0;                 // that grading took
};

}  // namespace gemmlab
