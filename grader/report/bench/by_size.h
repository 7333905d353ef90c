// What programs do over several sizes: which step is the fastest at each, and a plot.
#pragma once

#include <string>

#include "grader/report/bench/bench_report.h"

namespace gemmlab {

// The fastest of the solutions at each size, and its ratio to the library: a line per size, or
// two if it has more than `width` columns; 0: any. "" for one size.
std::string best_steps(const BenchReport& report, int width = 0);

// gnuplot commands that draw the rates of the last solutions over all sizes, and the library's,
// into `file` as SVG.
std::string sizes_plot(const BenchReport& report, const std::string& file);

}  // namespace gemmlab
