// gemmlab-course: what instructors need. Built when one of its commands is first used.
#include "grader/cli/commands.h"

using namespace gemmlab;

constexpr Command kCommands[] = {
    {"batch", batch, true},
    {"gradescope", gradescope, true},
    {"handout", handout, true, true},
};

int main(int argc, char** argv) {
  return run_command_line(kCommands, nullptr, argc, argv);
}
