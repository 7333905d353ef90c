// What programs do over several sizes: which step is the fastest at each, and a plot.
#pragma once

#include <string>

#include "grader/report/bench/bench_report.h"

namespace gemmlab {

// The fastest of the solutions at each size, and its ratio to the library: a line per size; "" for
// one size.
std::string best_steps(const BenchReport& report);

// gnuplot commands that draw the rates of the last solutions over all sizes, and the library's,
// into `file` as SVG.
std::string sizes_plot(const BenchReport& report, const std::string& file);

}  // namespace gemmlab
