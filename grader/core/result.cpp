#include "grader/core/result.h"

namespace gemmlab {

std::string_view word(Status status) {
  switch (status) {
    case Status::passed:
      return "passed";
    case Status::failed:
      return "failed";
    case Status::not_graded:
      break;
  }
  return "not_graded";
}

std::string_view word(SpeedOutcome outcome) {
  switch (outcome) {
    case SpeedOutcome::fast_enough:
      return "fast_enough";
    case SpeedOutcome::borderline:
      return "borderline";
    case SpeedOutcome::too_slow:
      return "too_slow";
    case SpeedOutcome::not_graded:
      break;
  }
  return "not_graded";
}

}  // namespace gemmlab
