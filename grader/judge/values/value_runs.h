// Which runs judge a shape's values, and what a program that is right needs of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/judge/candidate.h"
#include "grader/judge/plan.h"
#include "grader/judge/values/counted_run.h"
#include "grader/judge/values/trial.h"
#include "grader/judge/values/waste.h"

namespace gemmlab {

inline constexpr int kLongRow = 5000;
inline constexpr double kMuch = 4e6;           // products
inline constexpr double kSecondsForAll = 120;  // for all runs together; right programs need a few

// The runs at a shape, the planned one of this number. `failed_before`: fewer accesses are
// enough.
std::vector<TrialInput> inputs_of(const Candidate& candidate, const Shape& shape,
                                  std::size_t number, bool failed_before);

// Shows that this run begins.
void announce(const Candidate& candidate, const TrialInput& input, const std::string& before = "");

struct RightRuns {
  std::optional<Metrics> counted;  // those of the counted shape, if one is planned
  WasteWatch waste;
};

// Runs the program at all planned shapes with usual numbers of accesses, in an order that the
// program cannot foretell: its two processes share them. Nothing if it has but one, and after any
// failure, which ends both: what is wrong shows when a new process runs all shapes.
std::optional<RightRuns> right_runs_in_pairs(const Candidate& candidate,
                                             const std::vector<CheckPlan>& planned);

}  // namespace gemmlab
