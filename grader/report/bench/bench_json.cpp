#include <nlohmann/json.hpp>

#include "grader/report/bench/bench_report.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

using Json = nlohmann::ordered_json;

Json or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json();
}

Json row_json(const BenchRow& row) {
  return {
      {"size", row.size},
      {"program", row.program},
      {"lab", row.lab},
      {"kind", word(row.kind)},
      {"gflops", 1e-9 * row.flops},
      {"interval", {1e-9 * row.slowest, 1e-9 * row.fastest}},
      {"step", or_null(row.step)},
      {"of_solution", or_null(row.of_solution)},
      {"of_peak", or_null(row.of_peak)},
      {"of_library", or_null(row.of_library)},
  };
}

}  // namespace

std::string bench_json(const BenchReport& report) {
  Json json{
      {"schema", "gemmlab.bench/1"},
      {"device", valid_utf8(report.device)},
      {"compiler", valid_utf8(report.compiler)},
      {"rounds", report.rounds},
      {"copy_gbytes_per_second",
       report.copy_bytes_per_second > 0 ? Json(1e-9 * report.copy_bytes_per_second) : Json()},
      {"library", report.library},
      {"rows", Json::array()},
      {"left_out", Json::array()},
  };
  for (const BenchRow& row : report.rows) {
    json["rows"].push_back(row_json(row));
  }
  for (const BenchLeftOut& each : report.left_out) {
    json["left_out"].push_back(
        {{"size", each.size}, {"program", each.program}, {"why", valid_utf8(each.why)}});
  }
  return json.dump(2) + "\n";
}

}  // namespace gemmlab
