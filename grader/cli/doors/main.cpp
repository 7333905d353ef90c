// gemmlab-doors: what only a class needs, and what the programs around it ask.
// Built when it is first used.
#include "grader/cli/doors/doors.h"
#include "grader/cli/doors/questions.h"
#include "grader/cli/options.h"
#include "grader/cli/run.h"

using namespace gemmlab;

constexpr Command kCommands[] = {
    {"judge", run_with<judge_command, &CommandLine::judge>, true},
    {"questions", run_with<questions_command, &CommandLine::questions>, true},
    {"show", run_with<show_command, &CommandLine::show>},
};

int main(int argc, char** argv) {
  return run_command_line(kCommands, nullptr, argc, argv);
}
