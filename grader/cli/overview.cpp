// gemmlab alone: the ladder of labs, where the student stands on it, and the next step.
#include <fmt/format.h>

#include <ostream>

#include "grader/cli/commands.h"
#include "grader/cli/next_step.h"
#include "grader/cli/remember.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

std::string rung(const Lab& lab,
                 const LabProgress& so_far,
                 bool is_next,
                 const Terminal& terminal) {
  const std::string mark = so_far.passed ? ink(terminal, Ink::good, "+") : is_next ? ">" : " ";
  const std::string row =
      beside(fmt::format("{}  {:<24}  ", lab.id, lab.title), summary(so_far), terminal.width - 4);
  return fmt::format("  {} {}", mark, row);
}

}  // namespace

int overview(Context& context, const Options&) {
  const Progress progress = recall(context);
  const Lab* next = first_open_lab(context, progress);
  int passed = 0;
  std::string rungs;
  for (const Lab& lab : context.labs) {
    const LabProgress& so_far = progress.of(lab.slug());
    passed += so_far.passed;
    rungs += rung(lab, so_far, &lab == next, context.terminal);
  }
  context.out << fmt::format("{} of {} labs passed\n\n{}\n", passed, context.labs.size(), rungs)
              << wrap(next_step(context, progress, next), context.terminal.width, 0)
              << "All commands: ./gemmlab --help\n";
  return kDone;
}

}  // namespace gemmlab
