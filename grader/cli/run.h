// Both programs handle a command line alike: find the command, run it, and turn errors into an exit
// code.
#pragma once

#include <span>
#include <string_view>

#include "grader/cli/commands.h"

namespace gemmlab {

struct Command {
  std::string_view name;
  int (*run)(Context&, const Options&);
  bool judges = false;  // can be interrupted cleanly
  bool needs_solutions = false;
};

// Returns the exit code. A command that is not in `commands` belongs to the program `other` in the
// same folder; null: there is none.
int run_command_line(std::span<const Command> commands, const char* other, int argc, char** argv);

}  // namespace gemmlab
