// The commands, and how both programs handle a command line.
#pragma once

#include <span>
#include <string_view>

#include "grader/cli/context.h"
#include "grader/cli/options.h"

namespace gemmlab {

// Each returns an ExitCode and throws UsageError, InfrastructureError or Interrupted.
int batch(Context& context, const Options& options);
int bench(Context& context, const Options& options);
int device(Context& context, const Options& options);
int grade(Context& context, const Options& options);
int gradescope(Context& context, const Options& options);
int handout(Context& context, const Options& options);
int hint(Context& context, const Options& options);
int list(Context& context, const Options& options);
int model_command(Context& context, const Options& options);
int overview(Context& context, const Options& options);
int reset(Context& context, const Options& options);
int solution(Context& context, const Options& options);
int study(Context& context, const Options& options);
int test(Context& context, const Options& options);
int upkeep(Context& context, const Options& options);
int watch(Context& context, const Options& options);

// gemmlab bench --verdicts N: how reliable the speed verdict is on this machine. Times each lab's
// textbook solution for `count` verdicts, and a copy slowed down to 0.7 of the requirement for a
// quarter as many, and prints the results. Returns kNotYet if a verdict was wrong. Throws Untimed,
// InfrastructureError and Interrupted.
int bench_verdicts(Context& context, const std::vector<Lab>& labs, int count);

struct Command {
  std::string_view name;
  int (*run)(Context&, const Options&);
  bool judges = false;  // can be interrupted cleanly
  bool needs_solutions = false;
};

// Finds the command, runs it, and turns errors into the exit code. A command that is not in
// `commands` belongs to the program `other` in the same folder; null: there is none.
int run_command_line(std::span<const Command> commands, const char* other, int argc, char** argv);

}  // namespace gemmlab
