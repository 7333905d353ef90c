// gemmlab solution: ours, to compare with, for who has passed or insists.
#include <fmt/format.h>

#include <filesystem>
#include <ostream>

#include "grader/cli/commands.h"
#include "grader/cli/course.h"
#include "grader/cli/remember.h"

namespace gemmlab {

int solution(Context& context, const Options& options) {
  const Lab& lab = lab_meant(context, options.solution.lab);
  const Progress progress = recall(context);
  const LabProgress& so_far = progress.of(lab.slug());
  if (!so_far.passed && !options.solution.spoil) {
    context.err << fmt::format(
        "Lab {} is not passed yet ({}); you learn most by getting there first.\n"
        "One more hint: ./gemmlab hint {}    All the same: ./gemmlab solution {} --spoil\n",
        lab.id, summary(so_far), lab.id, lab.id);
    return kNotYet;
  }
  const std::filesystem::path file = context.paths.solutions() / lab.path();
  if (!std::filesystem::exists(file)) {
    throw InfrastructureError(fmt::format(
        "{} is not here: this copy of gemmlab came without solutions.", shown(file).string()));
  }
  context.out << read_text(file);
  return kDone;
}

}  // namespace gemmlab
