// The commands, and how both programs handle a command line.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grader/cli/context.h"
#include "grader/core/result.h"
#include "grader/core/spec.h"

namespace gemmlab {

// Each returns an ExitCode and throws UsageError, InfrastructureError or Interrupted.
using RunCommand = int(Context& context, const Options& options);
RunCommand batch, bench, device, grade, gradescope, handout, hint, list, model_command, overview,
    reset, solution, study, test, upkeep, watch;

// gemmlab bench --verdicts N: how reliable the speed verdict is on this machine. Times each lab's
// textbook solution for `count` verdicts, and a copy slowed down to 0.7 of the requirement for a
// quarter as many, and prints the results. Returns kNotYet if a verdict was wrong. Throws Untimed,
// InfrastructureError and Interrupted.
int bench_verdicts(Context& context, const std::vector<Lab>& labs, int count);

struct Command {
  std::string_view name;
  RunCommand* run;
  bool judges = false;  // can be interrupted cleanly
  bool needs_solutions = false;
};

// Finds the command, runs it, and turns errors into the exit code. A command that is not in
// `commands` belongs to the program `other` in the same folder; null: there is none.
int run_command_line(std::span<const Command> commands, const char* other, int argc, char** argv);

// ---- what meson prints, as far as ./gemmlab test needs it ----

struct TestCounts {
  int passed = 0, failed = 0, skipped = 0;  // a timeout is a failure
};

// Progress lines: "12/40 gemmlab:unit / report   OK   0.05s" and "[3/200] Compiling ...".
bool is_progress_line(const std::string& line);

// The first kind, for a test that did not pass.
bool is_failure_line(const std::string& line);

// One test that has ended, and how long it ran.
struct TestTime {
  std::string name;  // "unit / report"
  double seconds = 0;
};

// From a line of that kind; nothing if no test has ended.
std::optional<TestTime> time_in(const std::string& line);

// From the summary at the end of the output of `meson test`; nothing if there is none.
std::optional<TestCounts> counts_in(const std::vector<std::string>& lines);

// ---- the studies in docs/studies: how they are named, judged and shown ----

struct StudyStep {
  std::string name;              // "03 row_quads"
  std::filesystem::path source;  // "docs/studies/toward-cublas/03_row_quads.cu"
  LabResult result = {};
  double flops = 0;  // per second, at the size timed last; 0: not measured
};

// A folder of kernels, each an improvement of the one before.
struct Study {
  std::string name;              // "toward-cublas"
  std::string what;              // the first paragraph of its page
  std::vector<StudyStep> steps;  // its files NN_idea.cu, in order
};

// The studies that can run, by name: folders below `room` with at least one file NN_idea.cu.
std::vector<Study> find_studies(const std::filesystem::path& room);

// Throws UsageError with the list of studies and the closest one.
const Study& study_meant(const std::vector<Study>& studies, const std::string& word);

// A lab's Spec with only the shapes and inputs that show whether a step works at any size, aligned
// or not. With it the simulator judges a whole study in a minute.
Spec short_spec(const Spec& full);

// Each step's values and counts, as a table.
std::string counts_table(const std::vector<StudyStep>& steps);

// The rates of the steps at one size, each compared with the previous step and with cuBLAS, whose
// rate may be 0.
std::string rates_table(int size, const std::vector<StudyStep>& steps, double cublas_flops);

}  // namespace gemmlab
