// gemmlab-course: what instructors need. Built when one of its commands is first used.
#include "grader/cli/commands.h"

using namespace gemmlab;

int similar(Context& context, const Options& options) {
  become_python({context.paths.root / "grader" / "batch" / "similarity" / "similar.py",
                 context.paths.build / "grader" / "cli" / "gemmlab-cli", options.folder,
                 std::to_string(options.percent)});
}

constexpr Command kCommands[] = {
    {"batch", batch, true},
    {"gradescope", gradescope, true},
    {"handout", handout, true, true},
    {"similar", similar, false, true},
};

int main(int argc, char** argv) {
  return run_command_line(kCommands, nullptr, argc, argv);
}
