// One submission, from its files to a record.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "grader/batch/record.h"
#include "grader/batch/submissions.h"
#include "grader/core/labs.h"
#include "grader/judge/judge.h"

namespace gemmlab {

// Judges one lab; judge_lab, but in tests.
using JudgeLab = std::function<LabResult(
    const Lab& lab, const std::filesystem::path& source, const JudgeOptions& options)>;

// Writes the files into the enclosure's sandbox and judges those of `labs`, each by its path within
// the submission. Changes the current folder: for a process of its own. What fails on our side is
// in the record; throws Interrupted.
Record grade_submission(const Submission& submission,
                        const std::vector<Lab>& labs,
                        const JudgeOptions& options,
                        const JudgeLab& judge);

}  // namespace gemmlab
