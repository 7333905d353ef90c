#include "grader/cli/commands/overview.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "grader/cli/exit_code.h"
#include "grader/cli/next_step.h"
#include "grader/cli/progress.h"
#include "grader/cli/staircase_progress.h"
#include "grader/core/labs.h"
#include "grader/core/spec.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

// "1.52x lab 02"; empty if no speed is known.
std::string speed_in_words(const Lab& lab, const LabProgress& so_far) {
  if (!so_far.best_speed) {
    return "";
  }
  std::string baseline;
  for (const Spec* spec : registered_specs()) {
    baseline = spec->lab == lab.slug() ? spec->speed.baseline : baseline;
  }
  return fmt::format("{:.2f}x {}", *so_far.best_speed, baseline);
}

std::string rung(const Lab& lab, const Progress& progress, bool is_next, const Terminal& terminal) {
  const LabProgress& so_far = progress.of_lab(lab.slug());
  const std::string mark = has_passed(progress, lab) ? ink(terminal, Ink::good, "+")
                           : is_next                 ? ">"
                                                     : " ";
  const std::string score = so_far.attempts.empty()
                                ? ""
                                : fmt::format("{:>3}/{}", so_far.best.score, so_far.best.max_score);
  const int state_width = terminal.width < 60 ? 0 : 16;
  std::string state = lab.is_staircase()
                          ? summary(progress, lab)
                          : fmt::format("{:<{}}  {:<7}  {}", state_in_words(so_far), state_width,
                                        score, speed_in_words(lab, so_far));
  state.erase(state.find_last_not_of(' ') + 1);
  return fmt::format(
      "  {} {}", mark,
      beside(fmt::format("{}  {:<23}  ", lab.id, lab.title), state, terminal.width - 4));
}

}  // namespace

int overview(Context& context) {
  const Progress progress = recall(context);
  const Lab* next = first_open_lab(context, progress);
  int passed = 0, points = 0;
  std::string rungs, block;
  for (const Lab& lab : context.labs) {
    if (lab.is_of_course()) {
      const LabProgress& so_far = progress.of_lab(lab.slug());
      passed += so_far.passed;
      points += so_far.best.score;
    }
    if (lab.is_beyond() && lab.block != block) {
      block = lab.block;
      rungs += fmt::format("\n{}\n", block);
    }
    const bool has_next = next != nullptr && (next == &lab || next->staircase == lab.slug());
    rungs += rung(lab, progress, has_next, context.terminal);
  }
  context.out << fmt::format("{} of {} labs passed, {} points\n\n{}\n", passed,
                             labs_of_course(context.labs), points, rungs)
              << wrap(next_step(context, progress, next), context.terminal.width, 0)
              << "All commands: ./gemmlab --help\n";
  return kDone;
}

int list(Context& context) {
  const Progress progress = recall(context);
  std::string block;
  for (const Lab& lab : context.labs) {
    if (lab.is_beyond() && lab.block != block) {
      block = lab.block;
      context.out << fmt::format("\n{}\n", block);
    }
    const std::string name = fmt::format("{} {:<20}  ", lab.id, lab.name);
    const std::string state = summary(progress, lab);
    context.out << beside(name, fmt::format("{:<23}  {}", lab.title, state),
                          context.terminal.width);
  }
  return kDone;
}

}  // namespace gemmlab
