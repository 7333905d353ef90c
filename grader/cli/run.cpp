#include "grader/cli/run.h"

#include <signal.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <iostream>

#include "grader/cli/exit_code.h"
#include "grader/core/facts/fact.h"
#include "grader/core/fs.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/labs.h"
#include "grader/judge/judge.h"
#include "grader/judge/staircase.h"
#include "grader/machine/paths.h"
#include "grader/process/child.h"
#include "grader/process/interrupt.h"
#include "grader/report/text.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

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

// This build's course on this machine. GEMMLAB_STATE sets the state folder; the default is .gemmlab
// in the tree.
Context open_context() {
  const char* state = std::getenv("GEMMLAB_STATE");
  const bool is_named = state != nullptr && *state != '\0';
  return {.paths = paths(),
          .labs = read_labs(paths().table()),
          .state = is_named ? fs::path(state) : paths().root / ".gemmlab",
          .judge =
              [](const Lab& lab, const auto& source, const auto& options) {
                return lab.is_staircase() ? judge_staircase(lab, source, options)
                                          : judge_lab(lab, spec_of(lab), source, options);
              },
          .gpu = gpu_state,
          .out = std::cout,
          .err = std::cerr,
          .terminal = terminal_of(STDOUT_FILENO),
          .error_terminal = terminal_of(STDERR_FILENO)};
}

int fail(ExitCode code, std::string_view message) {
  std::cerr << "gemmlab: " << message << '\n';
  return code;
}

}  // namespace

int run_command_line(std::span<const Command> commands, const char* other, int argc,
                     char** argv) try {
  const CommandLine line = parse_options({argv + 1, argv + argc});
  if (!line.help.empty()) {
    std::cout << line.help;
    return kDone;
  }
  const auto command = std::ranges::find(commands, line.command, &Command::name);
  if (command != commands.end()) {
    Context context = open_context();
    if (command->needs_solutions) {
      require_solutions(context, line.command);
    }
    if (command->judges) {
      interrupt_on_signals();
    }
    return command->run(context, line);
  }
  if (other != nullptr) {
    const auto own = fs::read_symlink("/proc/self/exe");
    execv(own.parent_path().append(other).c_str(), argv);  // returns if there is no such program
  }
  require_solutions(open_context(), line.command);
  throw InfrastructureError(line.command + " is not built yet: run it as ./gemmlab " +
                            line.command);
} catch (const UsageError& error) {
  return fail(kUsage, error.what());
} catch (const Interrupted&) {
  return fail(kInterrupted, "interrupted");
} catch (const Untimed& why) {
  return fail(kInfrastructure, "cannot time anything: " + sentence(why));
} catch (const std::exception& error) {
  return fail(kInfrastructure, error.what());
}

}  // namespace gemmlab
