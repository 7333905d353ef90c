#include "grader/report/json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "grader/report/words/access_words.h"
#include "grader/report/words/metric_words.h"

namespace gemmlab {
namespace {

using Json = nlohmann::ordered_json;

Json extents(const Shape& shape) {
  return {shape.m, shape.n, shape.k};
}

template <class Value, class Convert>
Json or_null(const std::optional<Value>& value, Convert convert) {
  return value ? Json(convert(*value)) : Json();
}

// [cell_rows] lines of numbers, with a blank between each two: a list a cell would fill pages.
template <class Number>
Json lines_of(const ErrorMap& map, Number number) {
  Json lines = Json::array();
  for (int row = 0; row < map.cell_rows(); ++row) {
    std::string line;
    for (int col = 0; col < map.cell_cols(); ++col) {
      const ErrorCell& cell = map.cells[std::size_t(row) * map.cell_cols() + col];
      line += fmt::format("{}{:.6g}", col == 0 ? "" : " ", number(cell));
    }
    lines.push_back(line);
  }
  return lines;
}

Json error_map_json(const ErrorMap& map) {
  Json first = Json::array();
  for (const Mismatch& miss : map.first) {
    first.push_back({{"row", miss.row},
                     {"col", miss.col},
                     {"got", miss.unwritten ? Json() : Json(miss.got)},
                     {"expected", miss.expected}});
  }
  return {
      {"rows", map.rows},
      {"cols", map.cols},
      {"width", map.width},
      {"input", map.input},
      {"first", std::move(first)},
      {"wrong", lines_of(map, [](const ErrorCell& cell) { return double(cell.wrong); })},
      {"unwritten", lines_of(map, [](const ErrorCell& cell) { return double(cell.unwritten); })},
      {"worst", lines_of(map, [](const ErrorCell& cell) { return cell.worst; })},
  };
}

Json check_json(const Check& check) {
  return {
      {"name", check.name},
      {"status", word(check.status)},
      {"points", check.points},
      {"max_points", check.max_points},
      {"verdict", name(check.verdict)},
      {"message", check.message},
      {"shape", or_null(check.shape, extents)},
      {"line", or_null(check.line, [](int line) { return line; })},
      {"lines", check.lines},
      {"source_file", check.source_file},
      {"hint", check.hint},
      {"diagnosis", check.diagnosis},
      {"error_map", or_null(check.error_map, error_map_json)},
  };
}

Json global_json(const AccessCounts& counts) {
  return {{"requests", counts.requests}, {"sectors", counts.units}, {"bytes", counts.bytes}};
}

Json shared_json(const AccessCounts& counts) {
  return {{"requests", counts.requests}, {"wavefronts", counts.units}, {"bytes", counts.bytes}};
}

// `counts` has the four kinds of access, as Metrics and LineMetrics do.
template <class Counts>
void add_accesses(Json& json, const Counts& counts) {
  json["global_load"] = global_json(counts.global_load);
  json["global_store"] = global_json(counts.global_store);
  json["shared_load"] = shared_json(counts.shared_load);
  json["shared_store"] = shared_json(counts.shared_store);
}

Json merged_json(const MergedCounts& counts) {
  return {{"requests", counts.requests}, {"wavefronts", counts.units}};
}

Json example_json(const WarpExample& example) {
  return {
      {"block", example.block},
      {"first_thread", example.first_thread},
      {"variable", example.variable},
      {"extents", example.extents},
      {"element_bytes", example.element_bytes},
      {"lanes", example.lanes},
      {"offsets", example.offsets},
      {"units", example.units},
      {"ideal_units", example.ideal_units},
  };
}

Json place_json(const AccessPlace& place, const Metrics& metrics) {
  const bool is_global = place.space == Space::global;
  Json json{
      {"column", place.column},
      {"space", is_global ? "global" : "shared"},
      {"kind", place.is_store ? "store" : "load"},
      {"access_bytes", place.bytes},
  };
  json.update(is_global ? global_json(place.counts) : shared_json(place.counts));
  json["why"] = why(place, metrics);
  json["example"] = example_json(place.example);
  return json;
}

Json metrics_json(const Metrics& metrics) {
  Json json{{"shape", extents(metrics.shape)}, {"launches", Json::array()}};
  for (const LaunchShape& launch : metrics.launches) {
    json["launches"].push_back(
        {{"grid", launch.grid}, {"block", launch.block}, {"shared_bytes", launch.shared_bytes}});
  }
  add_accesses(json, metrics);
  // What shared accesses become when the compiler merges neighbours: a prediction.
  json["merged"] = {{"shared_load", merged_json(metrics.merged_shared_load)}};
  json["barriers"] = metrics.barriers;
  json["bytes_per_flop"] = metrics.bytes_per_flop;
  json["derived"] = {{"reuse", reuse(metrics)},
                     {"sectors_over_ideal", sectors_over_ideal(metrics)},
                     {"shared_loads_per_fma", shared_loads_per_fma(metrics)},
                     {"conflict_degree", conflict_degree(metrics)}};
  json["readings"] = Json::object();  // those numbers in words
  for (const Reading& reading : readings(metrics)) {
    json["readings"][reading.name] = reading.text;
  }
  json["exact"] = metrics.exact;
  json["lines"] = Json::array();
  for (const LineMetrics& line : metrics.lines) {
    Json row{{"file", line.file}, {"line", line.line}, {"source", line.source}};
    add_accesses(row, line);
    row["places"] = Json::array();
    for (const AccessPlace& place : line.places) {
      row["places"].push_back(place_json(place, metrics));
    }
    json["lines"].push_back(std::move(row));
  }
  return json;
}

Json model_json(const model::Prediction& model) {
  const bool has_rate = model.at_most_flops > 0;
  return {
      {"shape", model.shape},
      {"grid", model.grid},
      {"block", model.block},
      {"shared_bytes", model.shared_bytes},
      {"bytes_per_flop", model.bytes_per_flop},
      {"shared_loads_per_fma", model.shared_loads_per_fma},
      {"gpu", has_rate ? Json(model.gpu) : Json()},
      {"at_most_gflops", has_rate ? Json(1e-9 * model.at_most_flops) : Json()},
      {"bound_by", has_rate ? Json(name(model.binding)) : Json()},
  };
}

Json speed_json(const Speed& speed) {
  const bool is_measured = speed.ratio > 0;
  const auto measured = [&](auto value) { return is_measured ? Json(value) : Json(); };
  return {
      {"over", speed.over},
      {"baseline", speed.baseline},
      {"shape", or_null(speed.shape, extents)},
      {"ratio", measured(speed.ratio)},
      {"interval", measured(speed.interval)},
      {"required", measured(speed.required)},
      {"nominal", speed.nominal},
      {"reference_ratio", measured(speed.reference_ratio)},
      {"gflops", measured(speed.gflops)},
      {"blocks", measured(speed.blocks)},
      {"clock_mhz", speed.clock_mhz[1] > 0 ? Json(speed.clock_mhz) : Json()},
      {"outcome", word(speed.outcome)},
      {"reason", speed.reason},
  };
}

Json lab_json(const LabResult& lab) {
  Json checks = Json::array();
  for (const Check& check : lab.checks) {
    checks.push_back(check_json(check));
  }
  return {
      {"id", lab.id},
      {"slug", lab.slug},
      {"title", lab.title},
      {"verdict", name(lab.verdict)},
      {"score", lab.score},
      {"max_score", lab.max_score},
      {"not_graded_points", lab.not_graded_points},
      {"infrastructure", lab.infrastructure},
      {"source", lab.source},
      {"source_sha256", lab.source_sha256},
      {"checks", std::move(checks)},
      {"metrics", or_null(lab.metrics, metrics_json)},
      {"model", or_null(lab.model, model_json)},
      {"speed", or_null(lab.speed, speed_json)},
      {"printed", lab.printed},
  };
}

}  // namespace

std::string to_json(const Result& result) {
  Json json{
      {"schema", "gemmlab.result/1"},    {"tool_version", result.tool_version},
      {"backend", result.backend},       {"seed", result.seed},
      {"started_at", result.started_at}, {"device", result.device},
      {"labs", Json::array()},
  };
  double seconds = 0;
  for (const LabResult& lab : result.labs) {
    json["labs"].push_back(lab_json(lab));
    seconds += lab.seconds;
  }
  json["seconds"] = seconds;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace gemmlab
