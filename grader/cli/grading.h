// For all commands that show results: which file is judged for which lab, judging them one after
// the other, and the output files that the user requests.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
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

// ---- output files ----

// Such as --json F. "-" as a file is standard output; the report for people then goes to standard
// error.
struct ResultFile {
  std::string_view option;  // "--json"
  std::string path;         // empty: not requested
};

// Throws UsageError if a file cannot be written, or if two outputs have the same target.
void check_result_files(const std::vector<ResultFile>& files);

// A copy of the context in which commands write everything to one stream; the terminals describe
// how it will be shown there.
Context writing_to(std::ostream& stream, const Terminal& terminal, const Terminal& error_terminal,
                   const Context& context);

// The context for the report for people: standard output, unless one of these files uses it.
Context for_people(const Context& context, const std::vector<ResultFile>& files);

// Writes the whole text or nothing; if no file is requested, does not create the text. Throws
// std::runtime_error.
void write_result(const Context& context, const std::string& path,
                  const std::function<std::string()>& text);

// The page for --html, with the attempts at each lab from `progress`; without attempts that part is
// missing.
std::string page(const Context& context, const Options& options, const Result& result,
                 const Progress& progress);

}  // namespace gemmlab
