// gemmlab-doors: what the programs around a class ask. Built when one of them is first used.
#include "grader/cli/doors/doors.h"
#include "grader/cli/options.h"
#include "grader/cli/run.h"

using namespace gemmlab;

constexpr Command kCommands[] = {
    {"judge", run_with<judge_command, &CommandLine::judge>, true},
    {"show", run_with<show_command, &CommandLine::show>},
};

int main(int argc, char** argv) {
  return run_command_line(kCommands, nullptr, argc, argv);
}
