// Spec + lab file -> result. Compiles, starts workers, decides; never loads
// student code itself.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "grader/core/fs.h"
#include "grader/core/labs.h"
#include "grader/core/result.h"
#include "grader/core/spec.h"
#include "grader/judge/judge_options.h"
#include "grader/process/child.h"
#include "grader/sandbox/enclosure.h"

namespace gemmlab {

// Judges one file as a solution of `lab`. Reports a problem of this machine as a result with
// infrastructure set, not as an exception. `source` must exist. Throws Interrupted.
LabResult judge_lab(const Lab& lab, const Spec& spec, const fs::path& source,
                    const JudgeOptions& options);

// judge_lab with the lab's own Spec, or judge_staircase, whose `source` is a folder; tests replace
// it.
using JudgeLab =
    std::function<LabResult(const Lab& lab, const fs::path& source, const JudgeOptions& options)>;

// The Spec of a lab. Throws std::logic_error if there is none; every lab in the table has one.
const Spec& spec_of(const Lab& lab);

}  // namespace gemmlab
