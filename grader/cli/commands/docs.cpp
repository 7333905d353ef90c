// gemmlab docs: builds the pages as a site that needs no network, and shows it.
#include "grader/cli/commands.h"

namespace gemmlab {

int docs(Context& context, const Options& options) {
  const std::string builder = (context.paths.docs() / "site" / "build.py").string();
  std::vector<std::string> command{"python3", builder, context.paths.build.string()};
  if (options.open) {
    command.emplace_back("--open");
  }
  const int code =
      run_program(command, [&](const std::string& line) { context.out << line << std::endl; });
  if (code == kCannotRun) {
    throw InfrastructureError("cannot find python3; run ./gemmlab to install what is missing.");
  }
  return code;
}

}  // namespace gemmlab
