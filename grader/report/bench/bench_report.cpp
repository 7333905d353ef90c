#include "grader/report/bench/bench_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/algorithm/string/replace.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "common/facts/json.h"
#include "common/model/kernels.h"
#include "grader/report/bench_gnuplot.h"

namespace gemmlab {
namespace {

bool is_beside(const BenchRow& row, const BenchRow& other) {
  return row.size.same_extents(other.size) && row.on_gpu == other.on_gpu;
}

// The ratio to the first matching row that was measured together with this one.
std::optional<double> over(const BenchReport& report, const BenchRow& row, auto is_it) {
  const auto other = std::ranges::find_if(report.rows, [&](const BenchRow& each) {
    return is_beside(row, each) && each.flops > 0 && is_it(each);
  });
  return other == report.rows.end() ? std::nullopt : std::optional(row.flops / other->flops);
}

std::string shown(const std::optional<double>& value, const char* form, double unit = 1) {
  return value ? fmt::format(fmt::runtime(form), unit * *value) : "";
}

// The ratio of the medians, and the range of those of each round.
void relate_to_library(const BenchReport& report, BenchRow& row) {
  row.of_library.reset();
  const auto library = std::ranges::find_if(report.rows, [&](const BenchRow& other) {
    return is_beside(row, other) && other.flops > 0 && other.program == row.library;
  });
  if (library == report.rows.end()) {
    return;
  }
  row.of_library = row.flops / library->flops;
  row.of_library_range = {*row.of_library, *row.of_library};
  for (std::size_t i = 0; i < std::min(row.rounds.size(), library->rounds.size()); ++i) {
    auto& [least, most] = row.of_library_range;
    least = std::min(least, row.rounds[i] / library->rounds[i]);
    most = std::max(most, row.rounds[i] / library->rounds[i]);
  }
}

// "36.0-44.0": from the slowest to the fastest round.
std::string range(const BenchRow& row, double unit) {
  return fmt::format("{:.3g}-{:.3g}", unit * row.slowest(), unit * row.fastest());
}

// "m=n=k=2048, TFLOP/s"
std::string title_of(const BenchRow& row) {
  const char* const rate = row.kind == BenchKind::copy ? "TB/s"
                           : row.on_gpu                ? "TFLOP/s"
                                                       : "GFLOP/s";
  return fmt::format("{}{}, {}", is_square(row.size) ? "m=n=k=" : "", size_text(row.size), rate);
}

constexpr int kColours[] = {0x4477aa, 0xee6677, 0xbbbbbb, 0x555555, 0x228833};  // by BenchKind
static_assert(std::size(kColours) == std::size(EnumNames<BenchKind>::all));

// A string in a gnuplot command: between single quotes, only single quotes are special.
std::string quoted(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return "'" + boost::replace_all_copy(text, "'", "''") + "'";
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
  const auto place = [](const BenchRow& row) {
    return std::pair(row.on_gpu, double(row.size.m) * row.size.n * row.size.k);
  };
  const auto best = place(*std::ranges::max_element(rows, {}, place));
  std::erase_if(rows, [&](const BenchRow& row) { return place(row) != best; });
  return rows;
}

// FLOP per byte that a lab's textbook solution loads or stores; 0 if the model has none.
double intensity(const BenchRow& row) {
  const model::Kernel* kernel =
      row.kind == BenchKind::solution ? model::textbook_kernel(row.lab) : nullptr;
  return kernel == nullptr ? 0
                           : 1 / model::bytes_per_flop(*kernel, row.size.m, row.size.n, row.size.k);
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

void to_json(Json& fields, const BenchRow& value) {
  fields["size"] = is_square(value.size) ? Json(value.size.m) : Json(size_text(value.size));
  GEMMLAB_WRITE(program, lab, kind);
  fields["gflops"] = 1e-9 * value.flops;
  fields["interval"] = std::array{1e-9 * value.slowest(), 1e-9 * value.fastest()};
  GEMMLAB_WRITE(step, of_solution, of_peak, of_library);
  if (value.of_library) {
    GEMMLAB_WRITE(of_library_range);
  }
}

GEMMLAB_JSON(BenchLeftOut, size, program, why)

std::string size_text(const Shape& shape) {
  return is_square(shape) ? fmt::format("{}", shape.m)
                          : fmt::format("{}x{}x{}", shape.m, shape.n, shape.k);
}

void relate(BenchReport& report) {
  const BenchRow* before = nullptr;  // the solution or loop that the next step is compared with
  for (BenchRow& row : report.rows) {
    const bool is_step = row.kind == BenchKind::solution || row.kind == BenchKind::copy;
    if (is_step && before != nullptr && is_beside(row, *before)) {
      row.step = row.flops / before->flops;
    }
    if (row.kind == BenchKind::mine) {
      row.of_solution = over(report, row, [&](const BenchRow& other) {
        return other.kind == BenchKind::solution && other.lab == row.lab;
      });
    } else {
      before = &row;
    }
    row.of_peak =
        over(report, row, [](const BenchRow& other) { return other.kind == BenchKind::peak; });
    relate_to_library(report, row);
  }
}

std::string bench_text(const BenchReport& report, int width) {
  constexpr int kWide = 68, kProgram = 23;
  const bool is_narrow = width > 0 && width < kWide;
  std::size_t longest_range = 9, longest_program = 0;
  for (const BenchRow& row : report.rows) {
    longest_range = std::max(longest_range, range(row, row.on_gpu ? 1e-12 : 1e-9).size());
    longest_program = std::max({longest_program, row.program.size(), title_of(row).size()});
  }
  const std::size_t programs = is_narrow ? longest_program : kProgram;
  std::string text;
  const auto add = [&](const std::string& program, const std::string& median,
                       const std::string& rounds, const std::string& step, const std::string& peak,
                       const std::string& library, const std::string& library_rounds) {
    text += boost::trim_right_copy(fmt::format(
                "{:<{}} {:>6} {:>{}} {:>6} {:>5} {:>6} {:>7}", program, programs, median, rounds,
                longest_range, step, peak, library, is_narrow ? "" : library_rounds)) +
            '\n';
  };
  const auto has = [&](std::optional<double> BenchRow::*ratio) {
    return std::ranges::any_of(report.rows,
                               [&](const BenchRow& row) { return (row.*ratio).has_value(); });
  };
  const BenchRow* before = nullptr;
  for (const BenchRow& row : report.rows) {
    const double unit = row.on_gpu ? 1e-12 : 1e-9;
    if (before == nullptr || !is_beside(row, *before)) {
      text += '\n';
      add(title_of(row), "median", "range", "step", has(&BenchRow::of_peak) ? "peak" : "",
          has(&BenchRow::of_library) ? "cuBLAS" : "", "");
    }
    add(row.program, fmt::format("{:.2f}", unit * row.flops), range(row, unit),
        shown(row.of_solution ? row.of_solution : row.step, "{:.2f}x"),
        shown(row.of_peak, "{:.0f} %", 100), shown(row.of_library, "{:.0f} %", 100),
        row.of_library && !row.is_library()
            ? fmt::format("{:.0f}-{:.0f}", 100 * row.of_library_range[0],
                          100 * row.of_library_range[1])
            : "");
    before = &row;
  }
  return text + (has(&BenchRow::of_solution)
                     ? "\nThe step of yours is the one from the lab's solution.\n"
                     : "");
}

std::string bench_csv(const BenchReport& report) {
  std::string text =
      "size,program,lab,kind,gflops,slowest_gflops,fastest_gflops,step,of_solution,of_peak,"
      "of_library\n";
  const auto exact = [](const std::optional<double>& value) { return shown(value, "{:.4f}"); };
  for (const BenchRow& row : report.rows) {
    text += fmt::format("{},\"{}\",{},{},{:.2f},{:.2f},{:.2f},{},{},{},{}\n", size_text(row.size),
                        row.program, row.lab, name(row.kind), 1e-9 * row.flops,
                        1e-9 * row.slowest(), 1e-9 * row.fastest(), exact(row.step),
                        exact(row.of_solution), exact(row.of_peak), exact(row.of_library));
  }
  return text;
}

std::string bench_json(const BenchReport& report) {
  const Json json{
      {"schema", "gemmlab.bench/1"},
      {"device", report.device},
      {"compiler", report.compiler},
      {"rounds", report.rounds},
      {"copy_gbytes_per_second",
       report.copy_bytes_per_second > 0 ? Json(1e-9 * report.copy_bytes_per_second) : Json()},
      {"library", kLibrary},
      {"rows", report.rows},
      {"left_out", report.left_out},
  };
  return json.text(2) + "\n";
}

std::string bench_plot(const BenchReport& report, const std::string& file) {
  const std::vector<BenchRow> rows = rows_to_draw(report);
  const bool on_gpu = rows.front().on_gpu;
  const double unit = on_gpu ? 1e-12 : 1e-9;
  const std::string roof = roofline(report, rows);
  std::string bars, tics;  // the first program on top
  double most = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const int y = int(rows.size() - i);
    most = std::max(most, rows[i].flops);
    bars += fmt::format("{} {:.4f} {:.4f} {:.4f} {}\n", y, unit * rows[i].flops,
                        unit * rows[i].slowest(), unit * rows[i].fastest(),
                        kColours[int(rows[i].kind)]);
    tics += fmt::format("{}{} {}", i == 0 ? "" : ", ", quoted(rows[i].program), y);
  }
  const std::string title =
      fmt::format("{} at {}{}", on_gpu ? "TFLOP/s" : "GFLOP/s",
                  is_square(rows.front().size) ? "m = n = k = " : "", size_text(rows.front().size));
  return fmt::format(kLadder, fmt::arg("height", roof.empty() ? 450 : 900),
                     fmt::arg("file", quoted(file)), fmt::arg("plots", roof.empty() ? 1 : 2),
                     fmt::arg("title", quoted(report.device + ", " + report.compiler)),
                     fmt::arg("bars", bars), fmt::arg("unit", quoted(title)),
                     fmt::arg("top", rows.size() + 0.6), fmt::arg("tics", tics),
                     fmt::arg("right", 1.15 * unit * most)) +
         roof + "unset multiplot\n";
}

}  // namespace gemmlab
