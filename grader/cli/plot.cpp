#include "grader/cli/plot.h"

#include "grader/cli/course.h"
#include "grader/core/infrastructure_error.h"
#include "grader/process/run_program.h"
#include "grader/report/write_file.h"

namespace gemmlab {

std::string drawn(const BenchReport& report, const std::filesystem::path& scratch) {
  const std::filesystem::path commands = scratch / "bench.gnuplot", svg = scratch / "bench.svg";
  write_atomically(commands, bench_plot(report, svg.string()));
  std::string said;
  const int code = run_program({"gnuplot", commands.string()},
                               [&](const std::string& line) { said += line + "\n"; });
  if (code == 127) {
    throw InfrastructureError(
        "nothing was drawn: gnuplot is not installed. On Debian and Ubuntu: apt install "
        "gnuplot-nox");
  }
  if (code != 0) {
    throw InfrastructureError("nothing was drawn; gnuplot said:\n" + said);
  }
  return read_text(svg);
}

}  // namespace gemmlab
