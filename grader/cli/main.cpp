// The command line: finds the command, runs it, and turns errors into an exit code.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "grader/cli/commands.h"

namespace gemmlab {
namespace {

struct Command {
  std::string_view name;
  int (*run)(Context&, const Options&);
  bool judges = false;  // can be interrupted cleanly
  bool needs_solutions = false;
};

constexpr Command kCommands[] = {
    {"", overview},
    {"bench", bench, true},
    {"device", device, true},
    {"grade", grade, true},
    {"hint", hint},
    {"list", list},
    {"model", model_command},
    {"reset", reset},
    {"solution", solution, false, true},
    {"study", study, true, true},
    {"test", test, false, true},
    {"upkeep", upkeep, true, true},
    {"watch", watch, true},
#ifdef GEMMLAB_HAS_BATCH  // for instructors; students do not have them
    {"batch", batch, true},
    {"gradescope", gradescope, true},
    {"handout", handout, true, true},
#endif
};

volatile sig_atomic_t signals_seen = 0;

void on_signal(int) {
  if (signals_seen != 0) {
    _exit(kInterrupted);
  }
  signals_seen = 1;
  interrupt_requested = true;
}

// From now on the first SIGINT or SIGTERM makes the judge throw Interrupted after it has ended its
// workers; the second one ends this process.
void interrupt_on_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;  // without SA_RESTART: waiting calls must wake up
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

LabResult judge(const Lab& lab, const std::filesystem::path& source, const JudgeOptions& options) {
  return judge_lab(lab, spec_of(lab), source, options);
}

// This build's course on this machine. GEMMLAB_STATE sets the state folder; the default is .gemmlab
// in the tree.
Context open_context() {
  const char* state = std::getenv("GEMMLAB_STATE");
  const bool is_named = state != nullptr && *state != '\0';
  return {.paths = paths(),
          .labs = read_labs(paths().table()),
          .state = is_named ? std::filesystem::path(state) : paths().root / ".gemmlab",
          .judge = judge,
          .gpu = gpu_state,
          .out = std::cout,
          .err = std::cerr,
          .terminal = terminal_of(STDOUT_FILENO),
          .error_terminal = terminal_of(STDERR_FILENO)};
}

int run(const Options& options) {
  Context context = open_context();
  const Command* command = std::ranges::find(kCommands, options.command, &Command::name);
  const bool is_absent = command == std::end(kCommands);
  if (is_absent || command->needs_solutions) {
    require_solutions(context, options.command);
  }
  if (is_absent) {
    throw std::logic_error("there is no function for command " + options.command);
  }
  if (command->judges) {
    interrupt_on_signals();
  }
  return command->run(context, options);
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
