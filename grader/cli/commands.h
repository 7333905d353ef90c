// The commands, and how both programs handle a command line.
#pragma once

#include <span>
#include <string_view>

#include "grader/cli/context.h"

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

}  // namespace gemmlab
