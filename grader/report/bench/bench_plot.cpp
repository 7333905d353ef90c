#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/model/kernels.h"
#include "grader/report/bench/bench_report.h"
#include "grader/report/bench_gnuplot.h"

namespace gemmlab {
namespace {

constexpr int kColours[] = {0x4477aa, 0xee6677, 0xbbbbbb, 0x555555};  // by BenchKind
static_assert(std::size(kColours) == std::size(EnumNames<BenchKind>::all));

// A string in a gnuplot command: between single quotes, only single quotes are special.
std::string quoted(const std::string& text) {
  std::string safe = "'";
  for (char c : text) {
    safe += c == '\'' ? "''" : std::string(1, c == '\n' ? ' ' : c);
  }
  return safe + "'";
}

// A string in data: one column, even with blanks.
std::string column(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '"' || c == '\\' || c == '\n'; }, ' ');
  return '"' + text + '"';
}

// Those of the largest size; on the GPU, if any is there.
std::vector<BenchRow> rows_to_draw(const BenchReport& report) {
  std::vector<BenchRow> rows = report.rows;
  const auto place = [](const BenchRow& row) { return std::pair(row.on_gpu, row.size); };
  std::pair<bool, int> best;
  for (const BenchRow& row : rows) {
    best = std::max(best, place(row));
  }
  std::erase_if(rows, [&](const BenchRow& row) { return place(row) != best; });
  return rows;
}

// FLOP per byte that a lab's textbook solution loads or stores; 0 if the model has none.
double intensity(const BenchRow& row) {
  const model::Kernel* kernel =
      row.kind == BenchKind::solution ? model::textbook_kernel(row.lab) : nullptr;
  return kernel == nullptr ? 0 : 1 / model::bytes_per_flop(*kernel, row.size, row.size, row.size);
}

struct Point {
  double x = 0, flops = 0;
  std::string label;
};

// Programs at the same position share a point.
void add(std::vector<Point>& points, Point point) {
  constexpr double kNear = 0.05;
  for (Point& other : points) {
    if (std::fabs(other.x / point.x - 1) < kNear &&
        std::fabs(other.flops / point.flops - 1) < kNear) {
      other.label += ", " + point.label;
      return;
    }
  }
  points.push_back(std::move(point));
}

std::string roofline(const BenchReport& report, const std::vector<BenchRow>& rows) {
  double peak = 0, least = INFINITY;
  std::vector<Point> points;
  for (const BenchRow& row : rows) {
    peak = row.kind == BenchKind::peak ? row.flops : peak;
    if (const double x = intensity(row); x > 0) {
      least = std::min(least, row.flops);
      add(points, {x, row.flops, row.program});
    }
  }
  const double bandwidth = report.copy_bytes_per_second;
  if (peak <= 0 || bandwidth <= 0 || points.empty()) {
    return "";
  }
  std::string data;
  for (const Point& point : points) {
    data += fmt::format("{:.5f} {:.4f} {}\n", point.x, 1e-12 * point.flops, column(point.label));
  }
  return fmt::format(kRoofline, fmt::arg("points", data), fmt::arg("peak", 1e-12 * peak),
                     fmt::arg("bandwidth", 1e-12 * bandwidth),
                     fmt::arg("least", 0.5e-12 * std::min(least, bandwidth / 8)),
                     fmt::arg("most", 2e-12 * peak));
}

}  // namespace

std::string bench_plot(const BenchReport& report, const std::string& file) {
  const std::vector<BenchRow> rows = rows_to_draw(report);
  const bool on_gpu = !rows.empty() && rows.front().on_gpu;
  const double unit = on_gpu ? 1e-12 : 1e-9;
  const std::string roof = roofline(report, rows);
  std::string bars, tics;  // the first program on top
  double most = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const int y = int(rows.size() - i);
    most = std::max(most, rows[i].flops);
    bars +=
        fmt::format("{} {:.4f} {:.4f} {:.4f} {}\n", y, unit * rows[i].flops, unit * rows[i].slowest,
                    unit * rows[i].fastest, kColours[int(rows[i].kind)]);
    tics += fmt::format("{}{} {}", i == 0 ? "" : ", ", quoted(rows[i].program), y);
  }
  const std::string title =
      fmt::format("{} at m = n = k = {}", on_gpu ? "TFLOP/s" : "GFLOP/s", rows.front().size);
  return fmt::format(kLadder, fmt::arg("height", roof.empty() ? 450 : 900),
                     fmt::arg("file", quoted(file)), fmt::arg("plots", roof.empty() ? 1 : 2),
                     fmt::arg("title", quoted(report.device + ", " + report.compiler)),
                     fmt::arg("bars", bars), fmt::arg("unit", quoted(title)),
                     fmt::arg("top", rows.size() + 0.6), fmt::arg("tics", tics),
                     fmt::arg("right", 1.15 * unit * most)) +
         roof + "unset multiplot\n";
}

}  // namespace gemmlab
