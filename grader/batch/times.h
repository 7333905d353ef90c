// times.csv: when each student handed in, as the course's own system has it.
#pragma once

#include "grader/batch/submission.h"
#include "grader/core/labs.h"

namespace gemmlab {

// Columns student, time and, if wanted, lab, in any order; the first row names them. Does nothing
// where there is no such file. Throws std::runtime_error naming file and line.
void add_times(const std::filesystem::path& file,
               const std::vector<Lab>& labs,
               SubmissionList& list);

}  // namespace gemmlab
