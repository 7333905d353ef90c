#include "grader/cli/plot.h"

#include <fmt/format.h>

#include "grader/cli/course.h"
#include "grader/core/infrastructure_error.h"
#include "grader/process/run_program.h"
#include "grader/report/write_file.h"

namespace gemmlab {

void write_plot(const BenchReport& report,
                const std::filesystem::path& svg,
                const std::filesystem::path& scratch) {
  const std::filesystem::path commands = scratch / "bench.gnuplot", drawn = scratch / "bench.svg";
  write_atomically(commands, bench_plot(report, drawn.string()));
  std::string said;
  const int code = run_program({"gnuplot", commands.string()},
                               [&](const std::string& line) { said += line + "\n"; });
  if (code == 127) {
    throw InfrastructureError(fmt::format(
        "the plot {} was not drawn: gnuplot is not installed. On Debian and Ubuntu: apt install "
        "gnuplot-nox",
        svg.string()));
  }
  if (code != 0) {
    throw InfrastructureError(
        fmt::format("the plot {} was not drawn; gnuplot said:\n{}", svg.string(), said));
  }
  write_atomically(svg, read_text(drawn));
}

}  // namespace gemmlab
