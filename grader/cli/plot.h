// Pictures of numbers, drawn by gnuplot.
#pragma once

#include <filesystem>

#include "grader/report/bench/bench_report.h"

namespace gemmlab {

// Draws the report into `svg`; `scratch` is a folder for the commands. Throws InfrastructureError
// where gnuplot is missing or fails.
void write_plot(const BenchReport& report,
                const std::filesystem::path& svg,
                const std::filesystem::path& scratch);

}  // namespace gemmlab
