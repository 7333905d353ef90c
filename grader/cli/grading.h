// Which file is judged for which lab, and judging them one after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "grader/cli/context.h"
#include "grader/cli/progress.h"
#include "grader/core/fs.h"
#include "grader/core/labs.h"
#include "grader/core/result.h"
#include "grader/core/spec.h"

namespace gemmlab {

// Which files are judged, and how: the options of gemmlab grade. Empty texts and lists: not given.
struct GradeOptions {
  std::vector<std::string> labs;  // as typed; empty: all
  bool solutions = false;         // use solutions/ instead of labs/
  std::string tree;               // a folder with the layout of labs/, used instead of it
  std::string file;               // one file; exactly one lab
  std::optional<Shape> shape;     // judge values only at this shape
  BackendChoice backend = BackendChoice::automatic;
  bool explain = false;           // show the source with the cost of each line
  std::string json, junit, html;  // output files
  std::uint64_t seed = 1;
  bool require_gpu = false;
  bool quick = false;    // try no changes to find the line that is wrong
  bool fix = false;      // show the changes that make it right
  bool profile = false;  // also measure with the GPU's counters
  // Called with what is known of a lab while the line to change is looked for. May be empty.
  std::function<void(const LabResult&)> so_far = {};
};

struct Assignment {
  const Lab* lab = nullptr;
  fs::path source;      // as shown to people
  std::string problem;  // why it cannot be judged: the file does not exist; else empty
};

struct GradePlan {
  std::vector<Assignment> assignments;  // in teaching order, each lab once
  bool is_progress = false;             // the student's own whole files: counts as progress
};

// Throws UsageError for missing labs and files; InfrastructureError for what this build cannot do.
GradePlan plan_grading(const Context& context, const GradeOptions& options);

// Calls `show` with each result as it arrives. Records in `progress` what it says about the
// student, even if saving fails. Throws Interrupted.
Result judge_all(Context& context, const GradeOptions& options, const GradePlan& plan,
                 Progress& progress, const std::function<void(const LabResult&)>& show);

// A result without labs: version, time, device and backends as in the result file. `backend` and
// `seed` as requested; `any_kernel`: whether any lab runs on a GPU.
Result empty_result(const Context& context, BackendChoice backend, std::uint64_t seed,
                    bool any_kernel);

int exit_code(const std::vector<LabResult>& labs);

// The text of a source file, for excerpts; empty if it cannot be read.
std::string source_text(const std::string& path);

}  // namespace gemmlab
