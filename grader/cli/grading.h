// Judging the labs of a plan, one after the other, for whichever command shows what comes out.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "grader/cli/commands/grade_plan.h"
#include "grader/cli/context.h"
#include "grader/cli/options.h"
#include "grader/cli/progress.h"

namespace gemmlab {

// Calls `show` with each result as it comes. `progress` takes in what that says of the student,
// whether or not it can be kept. Throws Interrupted.
Result judge_all(Context& context,
                 const GradeOptions& options,
                 const GradePlan& plan,
                 Progress& progress,
                 const std::function<void(const LabResult&)>& show);

// A result without labs: version, time, device and backends as the result file says them. `backend`
// and `seed` as asked for; `any_kernel`: whether any lab runs on a GPU.
Result empty_result(const Context& context,
                    BackendChoice backend,
                    std::uint64_t seed,
                    bool any_kernel);

// The ExitCode that says how it went, of all labs together.
int exit_code(const std::vector<LabResult>& labs);

// The text of a source file, for excerpts; empty if it cannot be read.
std::string source_text(const std::string& path);

}  // namespace gemmlab
