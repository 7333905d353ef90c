// What only the judge can tell: that skeletons are no answers, solutions pass, and wrong kernels
// are rejected for their own reasons.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "grader/core/labs.h"
#include "grader/core/result.h"
#include "grader/judge/judge.h"
#include "grader/upkeep/checks.h"

namespace gemmlab {

using JudgeOne = std::function<LabResult(
    const Lab& lab, const std::filesystem::path& source, const JudgeOptions& options)>;

// A skeleton compiles without a warning, and is judged NOT STARTED. `skeleton` is a file that holds
// it; problems are said of the lab's solution, which it is derived from.
Problems judge_skeleton(const Lab& lab,
                        const std::filesystem::path& skeleton,
                        const JudgeOne& judge);

// A solution has no warnings either, and passes, as far as this machine can tell.
Problems judge_solution(const Lab& lab,
                        const std::filesystem::path& solution,
                        const JudgeOne& judge);

// A file of grader/mutants is called what it says in its first lines: on the simulator
// // verdict: X, at // line: N if there is one, and with values that look like // diagnosis: D, not
// E; on a GPU // cuda: Y, or Y or Z where that depends on what lies in memory.
Problems judge_mutant(const Lab& lab,
                      const std::filesystem::path& mutant,
                      Backend backend,
                      const JudgeOne& judge);

}  // namespace gemmlab
