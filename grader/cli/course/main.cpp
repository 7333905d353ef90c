// gemmlab-course: what instructors need. Built when one of its commands is first used.
#include "grader/cli/course/batch.h"
#include "grader/cli/course/handout.h"
#include "grader/cli/course/similar.h"
#include "grader/cli/options.h"
#include "grader/cli/run.h"

using namespace gemmlab;

constexpr Command kCommands[] = {
    {"batch", run_with<batch, &CommandLine::batch>, true},
    {"gradescope", run_with<gradescope, &CommandLine::gradescope>, true},
    {"handout", run_with<handout, &CommandLine::handout>, true, true},
    {"similar", run_with<similar, &CommandLine::similar>, false, true},
};

int main(int argc, char** argv) {
  return run_command_line(kCommands, nullptr, argc, argv);
}
