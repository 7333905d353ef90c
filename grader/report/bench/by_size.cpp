#include "grader/report/bench/by_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <cstddef>
#include <map>
#include <utility>

#include "grader/report/bench_gnuplot.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

constexpr std::size_t kMostDrawn = 6;  // more of them cannot be told apart

// The sizes in the order of the report.
std::vector<Shape> sizes_of(const BenchReport& report) {
  std::vector<Shape> sizes;
  for (const BenchRow& row : report.rows) {
    if (sizes.empty() || !sizes.back().same_extents(row.size)) {
      sizes.push_back(row.size);
    }
  }
  return sizes;
}

bool is_library(const BenchReport& report, const std::string& program) {
  return std::ranges::any_of(
      report.rows, [&](const BenchRow& row) { return row.program == program && row.is_library(); });
}

// The last solutions, and then the libraries, in the order of the report.
std::vector<std::string> programs_to_draw(const BenchReport& report) {
  std::vector<std::string> programs;
  for (const BenchRow& row : report.rows) {
    if ((row.kind == BenchKind::solution || row.is_library()) &&
        std::ranges::find(programs, row.program) == programs.end()) {
      programs.push_back(row.program);
    }
  }
  std::stable_partition(programs.begin(), programs.end(),
                        [&](const std::string& name) { return !is_library(report, name); });
  const std::size_t extra = programs.size() - std::min(programs.size(), kMostDrawn);
  programs.erase(programs.begin(), programs.begin() + std::ptrdiff_t(extra));
  return programs;
}

const BenchRow* measured(const BenchReport& report, const Shape& size, const std::string& program) {
  const auto row = std::ranges::find_if(report.rows, [&](const BenchRow& each) {
    return each.size.same_extents(size) && each.program == program;
  });
  return row == report.rows.end() ? nullptr : &*row;
}

std::string in_quotes(const std::string& text) {
  return "'" + boost::replace_all_copy(text, "'", "''") + "'";
}

}  // namespace

std::string best_steps(const BenchReport& report, int width) {
  const std::vector<Shape> sizes = sizes_of(report);
  std::string text = "\nthe fastest step at each size\n";
  for (const Shape& size : sizes) {
    const BenchRow* best = nullptr;
    for (const BenchRow& row : report.rows) {
      if (row.kind == BenchKind::solution && row.size.same_extents(size) &&
          (best == nullptr || row.flops > best->flops)) {
        best = &row;
      }
    }
    if (best != nullptr) {
      const std::string ratio =
          best->of_library ? fmt::format("{:.2f} of cuBLAS ({:.2f} to {:.2f})", *best->of_library,
                                         best->of_library_range[0], best->of_library_range[1])
                           : "";
      const std::string step = fmt::format("{:<16} {:<23} ", size_text(size), best->program);
      text += width > 0 && !ratio.empty() ? beside(step, ratio, width)
                                          : boost::trim_right_copy(step + ratio) + '\n';
    }
  }
  return sizes.size() < 2 ? "" : text;
}

std::string sizes_plot(const BenchReport& report, const std::string& file) {
  const std::vector<Shape> sizes = sizes_of(report);
  const std::vector<std::string> programs = programs_to_draw(report);
  std::string data, tics, lines;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    data += fmt::format("{}", i + 1);
    for (const std::string& program : programs) {
      const BenchRow* const row = measured(report, sizes[i], program);
      data += row == nullptr ? " NaN" : fmt::format(" {:.4f}", 1e-12 * row->flops);
    }
    data += '\n';
    tics += fmt::format("{}{} {}", i == 0 ? "" : ", ", in_quotes(size_text(sizes[i])), i + 1);
  }
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const bool is_dashed = is_library(report, programs[i]);
    lines +=
        fmt::format("{}$rates using 1:{} with linespoints linewidth {} {} title {} noenhanced",
                    i == 0 ? "" : ", ", i + 2, is_dashed ? 3 : 2,
                    is_dashed ? "linecolor rgb '#000000' dashtype 2" : "", in_quotes(programs[i]));
  }
  return fmt::format(kSizes, fmt::arg("file", in_quotes(file)), fmt::arg("rates", data),
                     fmt::arg("title", in_quotes(report.device + ", " + report.compiler)),
                     fmt::arg("tics", tics), fmt::arg("right", sizes.size() + 0.5),
                     fmt::arg("lines", lines));
}

}  // namespace gemmlab
