// Pictures of numbers, drawn by gnuplot.
#pragma once

#include <filesystem>
#include <string>

#include "grader/report/bench/bench_report.h"

namespace gemmlab {

// The report as SVG; `scratch` is a folder for the commands. Throws InfrastructureError where
// gnuplot is missing or fails.
std::string drawn(const BenchReport& report, const std::filesystem::path& scratch);

}  // namespace gemmlab
