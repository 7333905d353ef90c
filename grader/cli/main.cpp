// gemmlab-cli: everything that students need, and so everything that the first ./gemmlab builds.
#include "grader/cli/commands/bench.h"
#include "grader/cli/commands/device.h"
#include "grader/cli/commands/grade.h"
#include "grader/cli/commands/hint.h"
#include "grader/cli/commands/model.h"
#include "grader/cli/commands/overview.h"
#include "grader/cli/commands/reset.h"
#include "grader/cli/commands/scripts.h"
#include "grader/cli/commands/solution.h"
#include "grader/cli/commands/upkeep.h"
#include "grader/cli/options.h"
#include "grader/cli/run.h"
#include "grader/cli/study/run_study.h"
#include "grader/cli/watch/watch.h"

using namespace gemmlab;

constexpr Command kCommands[] = {
    {"", run_alone<overview>},
    {"batch", run_with<course, &CommandLine::script>},
    {"bench", run_with<bench_command, &CommandLine::bench>, true},
    {"device", run_alone<device>, true},
    {"docs", run_with<docs, &CommandLine::docs>},
    {"grade", run_with<grade, &CommandLine::grade>, true},
    {"gradescope", run_with<course, &CommandLine::script>},
    {"handout", run_with<course, &CommandLine::script>},
    {"hint", run_with<hint, &CommandLine::hint>},
    {"list", run_alone<list>},
    {"model", run_with<model_command, &CommandLine::model>},
    {"oral", run_with<course, &CommandLine::script>},
    {"reset", run_with<reset, &CommandLine::reset>},
    {"similar", run_with<course, &CommandLine::script>},
    {"solution", run_with<solution, &CommandLine::solution>, false, true},
    {"study", run_with<study, &CommandLine::study>, true, true},
    {"test", run_with<test, &CommandLine::script>, false, true},
    {"upkeep", run_with<upkeep, &CommandLine::upkeep>},
    {"watch", run_with<watch, &CommandLine::watch>, true},
};

int main(int argc, char** argv) {
  return run_command_line(kCommands, "gemmlab-doors", argc, argv);
}
