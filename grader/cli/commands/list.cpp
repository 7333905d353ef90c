// gemmlab list: the labs and how far the student is.
#include <fmt/format.h>

#include <ostream>

#include "grader/cli/commands.h"
#include "grader/cli/progress.h"
#include "grader/report/text.h"

namespace gemmlab {

int list(Context& context, const Options&) {
  const Progress progress = recall(context);
  const int width = context.terminal.width;
  for (const Lab& lab : context.labs) {
    const std::string name = fmt::format("{} {:<20}  ", lab.id, lab.name);
    const std::string state = summary(progress.of(lab.slug()));
    context.out << beside(name, fmt::format("{:<23}  {}", lab.title, state), width);
  }
  return kDone;
}

}  // namespace gemmlab
