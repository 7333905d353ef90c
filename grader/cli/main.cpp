// The command line: finds the command, runs it, and turns what went wrong into an exit code.
#include <iostream>
#include <string_view>

#include "grader/cli/commands.h"
#include "grader/cli/course.h"
#include "grader/cli/open_context.h"

namespace gemmlab {
namespace {

struct Command {
  std::string_view name;
  int (*run)(Context&, const Options&);
  bool judges = false;  // ends in order when interrupted
  bool needs_solutions = false;
};

constexpr Command kCommands[] = {
    {"", overview},
    {"batch", batch, true},
    {"bench", bench, true},
    {"device", device, true},
    {"grade", grade, true},
    {"gradescope", gradescope, true},
    {"handout", handout, true, true},
    {"hint", hint},
    {"list", list},
    {"model", model_command},
    {"reset", reset},
    {"solution", solution, false, true},
    {"study", study, true, true},
    {"test", test, false, true},
    {"upkeep", upkeep, true, true},
    {"watch", watch, true},
};

int run(const Options& options) {
  Context context = open_context();
  for (const Command& command : kCommands) {
    if (command.name == options.command) {
      if (command.needs_solutions) {
        require_solutions(context, options.command);
      }
      if (command.judges) {
        interrupt_on_signals();
      }
      return command.run(context, options);
    }
  }
  throw std::logic_error("there is no function for command " + options.command);
}

int fail(ExitCode code, std::string_view message) {
  std::cerr << "gemmlab: " << message << '\n';
  return code;
}

}  // namespace
}  // namespace gemmlab

int main(int argc, char** argv) try {
  const auto parsed = gemmlab::parse_options({argv + 1, argv + argc});
  if (const auto* help = std::get_if<gemmlab::HelpText>(&parsed)) {
    std::cout << help->text;
    return gemmlab::kDone;
  }
  return gemmlab::run(std::get<gemmlab::Options>(parsed));
} catch (const gemmlab::UsageError& error) {
  return gemmlab::fail(gemmlab::kUsage, error.what());
} catch (const gemmlab::Interrupted&) {
  return gemmlab::fail(gemmlab::kInterrupted, "interrupted");
} catch (const std::exception& error) {
  return gemmlab::fail(gemmlab::kInfrastructure, error.what());
}
