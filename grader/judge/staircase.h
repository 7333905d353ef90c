// A staircase: each of its steps is judged as a lab is, and is one check of the whole.
#pragma once

#include <vector>

#include "grader/core/fs.h"
#include "grader/core/labs.h"
#include "grader/core/result.h"
#include "grader/judge/judge_options.h"

namespace gemmlab {

// The results of all steps of a staircase, in their order, as one. A step that nobody has begun is
// UNFINISHED if another one is, and does not count where one is wrong.
LabResult joined(const Lab& staircase, const std::vector<LabResult>& steps);

// What the check of a step in such a result says of it: NOT STARTED for one that nobody has begun.
inline Verdict verdict_of_step(const Check& check) {
  const bool is_skeleton = check.fact && holds_alternative<SkeletonUnchanged>(*check.fact);
  return is_skeleton                             ? Verdict::not_started
         : check.outcome == CheckOutcome::passed ? Verdict::passed
                                                 : check.verdict;
}

// Judges the files of that folder. Throws Interrupted.
LabResult judge_staircase(const Lab& staircase, const fs::path& folder,
                          const JudgeOptions& options);

}  // namespace gemmlab
