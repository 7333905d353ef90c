#include "grader/cli/open_context.h"

#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

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

LabResult judge(const Lab& lab, const std::filesystem::path& source, const JudgeOptions& options) {
  return judge_lab(lab, spec_of(lab), source, options);
}

}  // namespace

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

void interrupt_on_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;  // without SA_RESTART: whoever waits is to wake up
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

}  // namespace gemmlab
