// How both programs handle a command line.
#pragma once

#include <span>
#include <string_view>

#include "grader/cli/context.h"
#include "grader/cli/options.h"

namespace gemmlab {

// Each command returns an ExitCode and throws UsageError, InfrastructureError or Interrupted.
using RunCommand = int(Context& context, const CommandLine& line);

// Runs a command that has no options, or one with its own part of the command line.
template <auto command>
int run_alone(Context& context, const CommandLine&) {
  return command(context);
}
template <auto command, auto options>
int run_with(Context& context, const CommandLine& line) {
  return command(context, line.*options);
}

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
