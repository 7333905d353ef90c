// What both programs do with a command line: find the command, run it, and turn what went wrong
// into an exit code.
#pragma once

#include <span>
#include <string_view>

#include "grader/cli/commands.h"

namespace gemmlab {

struct Command {
  std::string_view name;
  int (*run)(Context&, const Options&);
  bool judges = false;  // on SIGINT ends its workers first
  bool needs_solutions = false;
};

// Returns the exit code. A command that is not among `commands` is the other program's, in the same
// folder; null: there is none.
int run_command_line(std::span<const Command> commands, const char* other, int argc, char** argv);

}  // namespace gemmlab
