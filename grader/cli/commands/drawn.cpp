#include "grader/cli/commands/drawn.h"

#include "grader/core/infrastructure_error.h"
#include "grader/process/child.h"
#include "grader/process/program.h"
#include "grader/report/write_file.h"

namespace gemmlab {

std::string drawn(Plot plot, const BenchReport& report, const fs::path& scratch) {
  const fs::path commands = scratch / "bench.gnuplot", svg = scratch / "bench.svg";
  write_atomically(commands, plot(report, svg.string()));
  std::string said;
  const int code = run_program({"gnuplot", commands.string()},
                               [&](const std::string& line) { said += line + "\n"; });
  if (code == kCannotRun) {
    throw InfrastructureError(
        "cannot draw the plot: gnuplot is not installed. On Debian and Ubuntu: apt install "
        "gnuplot-nox");
  }
  if (code != 0) {
    throw InfrastructureError("cannot draw the plot; gnuplot said:\n" + said);
  }
  return read_text(svg);
}

}  // namespace gemmlab
