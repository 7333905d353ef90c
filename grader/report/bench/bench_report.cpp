#include "grader/report/bench/bench_report.h"

#include <fmt/format.h>

#include "common/facts/json.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

bool is_beside(const BenchRow& row, const BenchRow& other) {
  return row.size == other.size && row.on_gpu == other.on_gpu;
}

// The ratio to the first matching row that was measured together with this one.
std::optional<double> over(const BenchReport& report, const BenchRow& row, auto is_it) {
  for (const BenchRow& other : report.rows) {
    if (is_beside(row, other) && other.flops > 0 && is_it(other)) {
      return row.flops / other.flops;
    }
  }
  return std::nullopt;
}

std::string percent(const std::optional<double>& share) {
  return share ? fmt::format("{:.1f} %", 100 * *share) : "";
}

std::string times(const std::optional<double>& ratio) {
  return ratio ? fmt::format("{:.2f}x", *ratio) : "";
}

std::string exact(const std::optional<double>& value) {
  return value ? fmt::format("{:.4f}", *value) : "";
}

// Columns without any values are left out.
struct Columns {
  bool solution = false, peak = false, library = false;
};

std::string line(const Columns& columns, const std::string& front, const std::string& solution,
                 const std::string& peak, const std::string& library) {
  std::string text = front;
  text += columns.solution ? fmt::format(" {:>11}", solution) : "";
  text += columns.peak ? fmt::format(" {:>8}", peak) : "";
  text += columns.library ? fmt::format(" {:>9}", library) : "";
  text.resize(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

}  // namespace

void to_json(Json& fields, const BenchRow& value) {
  GEMMLAB_WRITE(size, program, lab, kind);
  fields["gflops"] = 1e-9 * value.flops;
  fields["interval"] = std::array{1e-9 * value.slowest, 1e-9 * value.fastest};
  GEMMLAB_WRITE(step, of_solution, of_peak, of_library);
}

void to_json(Json& json, const BenchLeftOut& each) {
  json = {{"size", each.size}, {"program", each.program}, {"why", valid_utf8(each.why)}};
}

void relate(BenchReport& report) {
  const BenchRow* before = nullptr;  // the solution or loop that the next step is compared with
  for (BenchRow& row : report.rows) {
    if (row.kind == BenchKind::solution && before != nullptr && is_beside(row, *before)) {
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
    row.of_library =
        over(report, row, [&](const BenchRow& other) { return other.program == report.library; });
  }
}

std::string bench_text(const BenchReport& report) {
  Columns columns;
  for (const BenchRow& row : report.rows) {
    columns.solution |= row.of_solution.has_value();
    columns.peak |= row.of_peak.has_value();
    columns.library |= row.of_library.has_value();
  }
  std::string text;
  const BenchRow* before = nullptr;
  double unit = 1e-12;
  for (const BenchRow& row : report.rows) {
    if (before == nullptr || !is_beside(row, *before)) {
      unit = row.on_gpu ? 1e-12 : 1e-9;
      text += line(columns,
                   fmt::format("\n{:>5}  {:<23} {:>8} {:>14} {:>6}", "m=n=k", "program",
                               row.on_gpu ? "TFLOP/s" : "GFLOP/s", "min to max", "step"),
                   "of solution", "of peak", "of cuBLAS");
    }
    text += line(
        columns,
        fmt::format("{:>5}  {:<23} {:>8.2f} {:>14} {:>6}", row.size, row.program, unit * row.flops,
                    fmt::format("{:.2f} to {:.2f}", unit * row.slowest, unit * row.fastest),
                    times(row.step)),
        times(row.of_solution), percent(row.of_peak), percent(row.of_library));
    before = &row;
  }
  return text;
}

std::string bench_csv(const BenchReport& report) {
  std::string text =
      "size,program,lab,kind,gflops,slowest_gflops,fastest_gflops,step,of_solution,of_peak,"
      "of_library\n";
  for (const BenchRow& row : report.rows) {
    text += fmt::format("{},\"{}\",{},{},{:.2f},{:.2f},{:.2f},{},{},{},{}\n", row.size, row.program,
                        row.lab, name(row.kind), 1e-9 * row.flops, 1e-9 * row.slowest,
                        1e-9 * row.fastest, exact(row.step), exact(row.of_solution),
                        exact(row.of_peak), exact(row.of_library));
  }
  return text;
}

std::string bench_json(const BenchReport& report) {
  const Json json{
      {"schema", "gemmlab.bench/1"},
      {"device", valid_utf8(report.device)},
      {"compiler", valid_utf8(report.compiler)},
      {"rounds", report.rounds},
      {"copy_gbytes_per_second",
       report.copy_bytes_per_second > 0 ? Json(1e-9 * report.copy_bytes_per_second) : Json()},
      {"library", report.library},
      {"rows", report.rows},
      {"left_out", report.left_out},
  };
  return json.text(2) + "\n";
}

}  // namespace gemmlab
