#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/model/kernels.h"
#include "grader/report/bench/bench_report.h"

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

// One bar per program, the first on top.
std::string ladder(const std::vector<BenchRow>& rows, double unit, const std::string& unit_name) {
  std::string data, tics;
  double most = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const int y = int(rows.size() - i);
    most = std::max(most, rows[i].flops);
    data +=
        fmt::format("{} {:.4f} {:.4f} {:.4f} {}\n", y, unit * rows[i].flops, unit * rows[i].slowest,
                    unit * rows[i].fastest, kColours[int(rows[i].kind)]);
    tics += fmt::format("{}{} {}", i == 0 ? "" : ", ", quoted(rows[i].program), y);
  }
  return "$ladder << EOD\n" + data + "EOD\n" +
         fmt::format("set title {} noenhanced\n",
                     quoted(fmt::format("{} at m = n = k = {}", unit_name, rows.front().size))) +
         fmt::format("set yrange [0.4:{}]\nset ytics ({}) noenhanced\n", rows.size() + 0.6, tics) +
         fmt::format("set xrange [0:{:.4f}]\nset grid x\n", 1.15 * unit * most) +
         "plot $ladder using (0):1:(0):2:($1-0.35):($1+0.35):5 with boxxyerror fillstyle "
         "solid linecolor rgb variable notitle, "
         "$ladder using 2:1:3:4 with xerrorbars linecolor rgb \"#000000\" pointtype 0 notitle, "
         "$ladder using 2:1:(sprintf(\"  %.3g\", $2)) with labels left noenhanced notitle\n";
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
  return "$points << EOD\n" + data + "EOD\n" +
         fmt::format("peak = {}\nbandwidth = {}\n", 1e-12 * peak, 1e-12 * bandwidth) +
         "set title \"Roofline: what this GPU reached in multiply-adds and in copies\" noenhanced\n"
         "unset grid\nset grid\nset ytics autofreq\nset logscale xy\nset xrange [0.125:512]\n" +
         fmt::format("set yrange [{:.4f}:{:.4f}]\n", 0.5e-12 * std::min(least, bandwidth / 8),
                     2e-12 * peak) +
         "set xlabel \"FLOP per byte that the kernel loads or stores\"\n"
         "set ylabel \"TFLOP/s\"\nset samples 400\nset key bottom right\n"
         "plot (bandwidth * x < peak ? bandwidth * x : peak) with lines linewidth 2 linecolor rgb "
         "\"#333333\" title \"roofline\", "
         "$points using 1:2 with points pointtype 7 linecolor rgb \"#4477aa\" title \"textbook "
         "solutions; above the line, caches serve the loads\", "
         "$points using 1:2:3 with labels left offset 1,0 noenhanced notitle\n";
}

}  // namespace

std::string bench_plot(const BenchReport& report, const std::string& file) {
  const std::vector<BenchRow> rows = rows_to_draw(report);
  const bool on_gpu = !rows.empty() && rows.front().on_gpu;
  const std::string roof = roofline(report, rows);
  std::string text = fmt::format(
      "set terminal svg size 900,{} font \"sans-serif,13\" background \"#ffffff\"\n"
      "set output {}\n",
      roof.empty() ? 450 : 900, quoted(file));
  text += fmt::format("set multiplot layout {},1 title {} noenhanced\nset lmargin 26\n",
                      roof.empty() ? 1 : 2, quoted(report.device + ", " + report.compiler));
  text += ladder(rows, on_gpu ? 1e-12 : 1e-9, on_gpu ? "TFLOP/s" : "GFLOP/s");
  return text + roof + "unset multiplot\n";
}

}  // namespace gemmlab
