// How fast programs are side by side: as a table, as JSON, as CSV and as a plot.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/facts/names.h"

namespace gemmlab {

GEMMLAB_ENUM(
    BenchKind,
    solution,  // of a lab
    mine,      // the student's own, of a lab
    other,     // something that computes the same: a library, the loop that lab 01 is timed against
    peak       // arithmetic alone
)

// One program at one size; rates in operations a second.
struct BenchRow {
  int size = 0;         // m = n = k
  std::string program;  // "03 tiled_kernel"
  std::string lab;      // "03"; empty for what belongs to none
  BenchKind kind = BenchKind::other;
  bool on_gpu = true;
  double flops = 0;                 // the median of all rounds
  double slowest = 0, fastest = 0;  // of all rounds
  // Over other rows of the same size and processor, where those are there: relate() fills them in.
  std::optional<double> step;         // over the row before
  std::optional<double> of_solution;  // what a student's own has of its lab's solution
  std::optional<double> of_peak;
  std::optional<double> of_library;
};

struct BenchLeftOut {
  int size = 0;
  std::string program, why;
};

struct BenchReport {
  std::string device, compiler;  // "NVIDIA H200, driver for CUDA 13.0", "nvcc 13.0"
  int rounds = 0;
  double copy_bytes_per_second = 0;  // 0: not measured
  std::string library;               // the row that `of_library` goes by: "cuBLAS, fp32"
  std::vector<BenchRow> rows;        // by size, then in the order of the labs
  std::vector<BenchLeftOut> left_out;
};

// Fills in what rows are in relation to each other.
void relate(BenchReport& report);

// A table for each size. Each ends with a newline.
std::string bench_text(const BenchReport& report);

// One object, schema "gemmlab.bench/1".
std::string bench_json(const BenchReport& report);

// A header line and a line for each row; absent numbers are empty.
std::string bench_csv(const BenchReport& report);

// Commands for gnuplot that draw the largest size into `file` as SVG: all programs as a ladder, and
// the solutions in the roofline that this GPU's own peak and copies span.
std::string bench_plot(const BenchReport& report, const std::string& file);

}  // namespace gemmlab
