// gemmlab handout: writes the tree that a class is given.
#include "grader/batch/handout/handout.h"

#include <fmt/format.h>

#include <filesystem>
#include <ostream>

#include "grader/cli/commands.h"
#include "grader/cli/progress_line.h"
#include "grader/report/text.h"

namespace gemmlab {

int handout(Context& context, const Options& options) {
  const std::filesystem::path folder = options.handout_folder;
  if (const std::string why = objection_to_folder(folder, context.paths); !why.empty()) {
    throw UsageError(why + ".");
  }
  ProgressLine line(context.err, context.error_terminal);
  const std::vector<std::string> lacking =
      write_handout({.from = context.paths,
                     .labs = context.labs,
                     .progress = [&](const std::string& what) { line.show(what); }},
                    folder);
  line.clear();
  context.out << fmt::format(
      "{} is what your class gets: labs, lectures and the grader, without the solutions.\n",
      folder.string());
  for (const std::string& each : lacking) {
    context.out << wrap("It lacks something. " + each + ".", context.terminal.width, 0);
  }
  return kDone;
}

}  // namespace gemmlab
