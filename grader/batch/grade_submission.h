// One submission, from its files to a record.
#pragma once

#include <functional>
#include <set>
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

// Whether a known result of a lab is what judging the submission's file would give again.
bool holds(const LabResult& known, const Record& record, const Submission& submission);

// Writes the files into the enclosure's sandbox and judges those of `wanted`, each by its path
// within the submission. What `known` holds of any of `labs` already is taken from there. Changes
// the current folder: for a process of its own. What fails on our side is in the record; throws
// Interrupted.
Record grade_submission(const Submission& submission,
                        const std::vector<Lab>& labs,
                        const std::set<std::string>& wanted,
                        const Record* known,
                        const JudgeOptions& options,
                        const JudgeLab& judge);

}  // namespace gemmlab
