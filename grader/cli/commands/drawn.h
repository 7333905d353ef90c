// A plot of measured speeds, drawn by gnuplot.
#pragma once

#include <string>

#include "grader/core/fs.h"
#include "grader/report/bench/bench_report.h"

namespace gemmlab {

// gnuplot commands that draw a report into `file`.
using Plot = std::string (*)(const BenchReport& report, const std::string& file);

// The SVG that gnuplot draws; `scratch` is a folder for its commands. Throws InfrastructureError.
std::string drawn(Plot plot, const BenchReport& report, const fs::path& scratch);

}  // namespace gemmlab
