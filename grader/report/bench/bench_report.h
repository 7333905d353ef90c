// Speeds of programs side by side: as a table, JSON, CSV and a plot.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "common/facts/names.h"
#include "grader/core/spec.h"

namespace gemmlab {

GEMMLAB_ENUM(
    BenchKind,
    solution,  // a lab's
    mine,      // the student's own for a lab
    other,  // something that computes the same: a library, or the loop that lab 01 is timed against
    peak,   // only arithmetic
    copy    // no arithmetic: the rate is in bytes per second
)

// The program whose row `of_library` is relative to, unless the row names another.
inline const std::string kLibrary = "cuBLAS, fp32";

// "2048" if m = n = k, else "4097x1023x2500".
std::string size_text(const Shape& shape);

// One program at one size; rates in operations per second.
struct BenchRow {
  Shape size = {};
  std::string program;  // "03 tiled_kernel"
  std::string lab;      // "03"; empty if it belongs to no lab
  BenchKind kind = BenchKind::other;
  std::string library = kLibrary;
  bool on_gpu = true;
  double flops = 0;                 // the median of all rounds
  std::vector<double> rounds = {};  // of each round, in their order

  bool is_library() const { return program == library; }
  double slowest() const { return rounds.empty() ? flops : std::ranges::min(rounds); }
  double fastest() const { return rounds.empty() ? flops : std::ranges::max(rounds); }

  // Relative to other rows of the same size and processor, if those exist: relate() computes them.
  std::optional<double> step;         // relative to the row before
  std::optional<double> of_solution;  // the student's own relative to its lab's solution
  std::optional<double> of_peak;
  std::optional<double> of_library;
  std::array<double, 2> of_library_range = {};  // in the round with the least ratio, and the most
};

struct BenchLeftOut {
  std::string size;  // "": at all of them
  std::string program, why;
};

struct BenchReport {
  std::string device, compiler;  // "NVIDIA H200, driver for CUDA 13.0", "nvcc 13.0"
  int rounds = 0;
  double copy_bytes_per_second = 0;  // 0: not measured
  std::vector<BenchRow> rows;        // by size, then in the order of the labs
  std::vector<BenchLeftOut> left_out;
};

// Computes the values that compare rows.
void relate(BenchReport& report);

// A table per size. Each ends with a newline. Lines of at most `width` columns lack the ranges of
// the library's ratios if there is no room; 0: any.
std::string bench_text(const BenchReport& report, int width = 0);

// One object, schema "gemmlab.bench/1".
std::string bench_json(const BenchReport& report);

// A header line and one line per row; missing numbers are empty.
std::string bench_csv(const BenchReport& report);

// gnuplot commands that draw the largest size into `file` as SVG: all programs as a ladder, and the
// solutions in the roofline given by this GPU's own peak and copy rate.
std::string bench_plot(const BenchReport& report, const std::string& file);

}  // namespace gemmlab
