// Decides which file is judged for which lab, and judges them one after the other, for all commands
// that show results.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grader/cli/context.h"
#include "grader/cli/progress.h"

namespace gemmlab {

struct Assignment {
  const Lab* lab = nullptr;
  std::filesystem::path source;  // as shown to people
  std::string problem;           // why it cannot be judged: the file does not exist; else empty
};

struct GradePlan {
  std::vector<Assignment> assignments;  // in teaching order, each lab once
  bool is_progress = false;             // the student's own whole files: counts as progress
};

// Throws UsageError for missing labs and files; InfrastructureError for what this build cannot do.
GradePlan plan_grading(const Context& context, const Options& options);

// Calls `show` with each result as it arrives. Records in `progress` what it says about the
// student, even if saving fails. Throws Interrupted.
Result judge_all(Context& context, const Options& options, const GradePlan& plan,
                 Progress& progress, const std::function<void(const LabResult&)>& show);

// A result without labs: version, time, device and backends as in the result file. `backend` and
// `seed` as requested; `any_kernel`: whether any lab runs on a GPU.
Result empty_result(const Context& context, BackendChoice backend, std::uint64_t seed,
                    bool any_kernel);

// The combined ExitCode of all labs.
int exit_code(const std::vector<LabResult>& labs);

// The text of a source file, for excerpts; empty if it cannot be read.
std::string source_text(const std::string& path);

}  // namespace gemmlab
