// Finished checks for tests of what reads them.
#pragma once

#include "grader/core/facts/check.h"

namespace gemmlab {

inline Check passed(CheckPlan plan) {
  return finished(std::move(plan), passed());
}
inline Check failed(CheckPlan plan, Verdict verdict, Fact fact, std::vector<Place> places = {}) {
  return finished(std::move(plan), failed({verdict, std::move(fact), std::move(places)}));
}
inline Check refused(CheckPlan plan, Fact fact, std::vector<Place> places = {}) {
  return finished(std::move(plan), refused(std::move(fact), std::move(places)));
}
inline Check not_run(CheckPlan plan, Verdict blamed, Reason reason) {
  return finished(std::move(plan), not_run(blamed, reason));
}
inline Check not_graded(CheckPlan plan, Reason reason, std::string machine = {}) {
  return finished(std::move(plan), not_graded(reason, std::move(machine)));
}

}  // namespace gemmlab
