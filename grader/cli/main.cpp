// gemmlab-cli: everything that students need, and so everything that the first ./gemmlab builds.
#include "grader/cli/commands.h"

using namespace gemmlab;

constexpr Command kCommands[] = {
    {"", overview},
    {"bench", bench, true},
    {"device", device, true},
    {"docs", docs},
    {"grade", grade, true},
    {"hint", hint},
    {"list", list},
    {"model", model_command},
    {"reset", reset},
    {"solution", solution, false, true},
    {"study", study, true, true},
    {"test", test, false, true},
    {"upkeep", upkeep, false, true},
    {"watch", watch, true},
};

int main(int argc, char** argv) {
  return run_command_line(kCommands, "gemmlab-course", argc, argv);
}
