// gemmlab test: runs gemmlab's own tests quietly and summarises them in one line.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "grader/cli/commands.h"
#include "grader/cli/commands/tool_output.h"
#include "grader/process/program.h"

namespace gemmlab {
namespace {

constexpr int kNotStarted = 127;

}  // namespace

int test(Context& context, const Options& options) {
  std::vector<std::string> command{"meson", "test", "-C", context.paths.build.string()};
  command.insert(command.end(), options.test_arguments.begin(), options.test_arguments.end());

  std::vector<std::string> lines;
  int code = 0;
  {
    ProgressLine progress(context.err, context.error_terminal);
    code = run_program(command, [&](const std::string& line) {
      lines.push_back(line);
      if (is_failure_line(line)) {
        progress.clear();
        context.out << line << std::endl;
      } else if (is_progress_line(line)) {
        progress.show(line);
      }
    });
  }
  if (code == kNotStarted) {
    throw InfrastructureError("cannot find meson; run ./gemmlab to install what is missing.");
  }
  const std::optional<TestCounts> counts = counts_in(lines);
  if (!counts) {  // --list, --help, or the build failed
    for (const std::string& line : lines) {
      context.out << line << '\n';
    }
    return code == 0 ? kDone : kNotYet;
  }
  if (counts->failed > 0) {
    context.out << fmt::format("their output: {}\n",
                               shown(context.paths.build / "meson-logs" / "testlog.txt").string());
  }
  context.out << fmt::format("{} passed, {} failed, {} skipped\n", counts->passed, counts->failed,
                             counts->skipped);
  return code == 0 && counts->failed == 0 ? kDone : kNotYet;
}

}  // namespace gemmlab
