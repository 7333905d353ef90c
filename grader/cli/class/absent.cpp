// In a hand-out: the commands that instructors have and students lack.
#include "grader/cli/commands.h"
#include "grader/cli/course.h"

namespace gemmlab {

int batch(Context& context, const Options& options) {
  require_solutions(context, options.command);
  return kUsage;
}

int gradescope(Context& context, const Options& options) {
  require_solutions(context, options.command);
  return kUsage;
}

int handout(Context& context, const Options& options) {
  require_solutions(context, options.command);
  return kUsage;
}

}  // namespace gemmlab
