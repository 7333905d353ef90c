// Spec + lab file -> result. Compiles, drives workers, decides; never loads student code itself.
#pragma once

#include <filesystem>
#include <functional>

#include "grader/core/labs.h"
#include "grader/core/result.h"
#include "grader/core/spec.h"
#include "grader/judge/judge_options.h"

namespace gemmlab {

// Judges one file as a solution of `lab`. A problem of this machine is a result with
// infrastructure set, not an exception. `source` must exist. Throws Interrupted.
LabResult judge_lab(const Lab& lab,
                    const Spec& spec,
                    const std::filesystem::path& source,
                    const JudgeOptions& options);

// judge_lab with the lab's own Spec, but in tests.
using JudgeLab = std::function<LabResult(
    const Lab& lab, const std::filesystem::path& source, const JudgeOptions& options)>;

// The Spec of a lab; every lab in the table has one, or this throws std::logic_error.
const Spec& spec_of(const Lab& lab);

}  // namespace gemmlab
