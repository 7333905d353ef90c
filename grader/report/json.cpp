#include "grader/report/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "grader/core/fact_json.h"
#include "grader/report/words/access_words.h"
#include "grader/report/words/check_words.h"
#include "grader/report/words/metric_words.h"

namespace gemmlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "gemmlab.result/2";

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

}  // namespace

// JSON has no infinity and no NaN: these are words.
void to_json(Json& json, const Mismatch& miss) {
  const Json got = std::isfinite(miss.got) ? Json(miss.got) : Json(fmt::format("{}", miss.got));
  json = {{"row", miss.row},
          {"col", miss.col},
          {"got", miss.unwritten ? Json() : got},
          {"expected", miss.expected}};
}

void to_json(Json& json, const ErrorMap& map) {
  json = {
      {"rows", map.rows},
      {"cols", map.cols},
      {"width", map.width},
      {"input", map.input},
      {"first", map.first},
      {"wrong", lines_of(map, [](const ErrorCell& cell) { return double(cell.wrong); })},
      {"unwritten", lines_of(map, [](const ErrorCell& cell) { return double(cell.unwritten); })},
      {"worst", lines_of(map, [](const ErrorCell& cell) { return cell.worst; })},
  };
}

void from_json(const Json& json, Mismatch& miss) {
  json.at("row").get_to(miss.row);
  json.at("col").get_to(miss.col);
  json.at("expected").get_to(miss.expected);
  const Json& got = json.at("got");
  miss.unwritten = got.is_null();
  miss.got = miss.unwritten    ? 0
             : got.is_string() ? std::strtof(got.get<std::string>().c_str(), nullptr)
                               : got.get<float>();
}

void from_json(const Json& json, ErrorMap& map) {
  json.at("rows").get_to(map.rows);
  json.at("cols").get_to(map.cols);
  json.at("width").get_to(map.width);
  json.at("input").get_to(map.input);
  json.at("first").get_to(map.first);
  if (map.rows < 1 || map.cols < 1 || map.width < 1) {
    throw std::runtime_error("its error map has no size");
  }
  const auto numbers = [&](const char* key) {
    std::string all;
    for (const Json& line : json.at(key)) {
      all += line.get<std::string>() + ' ';
    }
    return std::istringstream(all);
  };
  std::istringstream wrong = numbers("wrong"), unwritten = numbers("unwritten");
  std::istringstream worst = numbers("worst");
  for (int row = 0; row < map.rows; row += map.width) {
    for (int col = 0; col < map.cols; col += map.width) {
      ErrorCell cell;
      cell.elements = std::min(map.width, map.rows - row) * std::min(map.width, map.cols - col);
      std::string error;
      if (!(wrong >> cell.wrong && unwritten >> cell.unwritten && worst >> error)) {
        throw std::runtime_error("its error map is not whole");
      }
      cell.worst = std::strtod(error.c_str(), nullptr);  // "inf", too
      map.cells.push_back(cell);
    }
  }
}

void to_json(Json& json, const Check& check) {
  json = {
      {"name", check.name},
      {"kind", check.kind},
      {"status", check.status()},
      {"outcome", check.outcome},
      {"reason", check.reason},
      {"points", check.points()},
      {"max_points", check.max_points},
      {"verdict", check.verdict},
      {"message", message(check)},
      {"shape", check.shape},
      {"line", check.line()},
      {"lines", check.lines()},
      {"source_file", check.file()},
      {"places", check.places},
      {"hint", check.hint},
      {"diagnosis", check.cause ? name_of(*check.cause) : ""},
      {"cause", check.cause},
      {"cause_shown_at", check.cause_shown_at},
      {"fact", check.fact},
      {"failed_call", check.failed_call},
      {"warnings", check.warnings},
      {"only_on_gpu", check.only_on_gpu},
      {"machine", check.machine},
      {"error_map", check.error_map},
  };
}

void from_json(const Json& json, Check& check) {
  json.at("name").get_to(check.name);
  json.at("kind").get_to(check.kind);
  json.at("outcome").get_to(check.outcome);
  json.at("reason").get_to(check.reason);
  json.at("max_points").get_to(check.max_points);
  json.at("verdict").get_to(check.verdict);
  json.at("shape").get_to(check.shape);
  json.at("places").get_to(check.places);
  json.at("hint").get_to(check.hint);
  json.at("cause").get_to(check.cause);
  json.at("cause_shown_at").get_to(check.cause_shown_at);
  json.at("fact").get_to(check.fact);
  json.at("failed_call").get_to(check.failed_call);
  json.at("warnings").get_to(check.warnings);
  json.at("only_on_gpu").get_to(check.only_on_gpu);
  json.at("machine").get_to(check.machine);
  json.at("error_map").get_to(check.error_map);
}

void from_json(const Json& json, LabResult& lab) {
  json.at("id").get_to(lab.id);
  json.at("slug").get_to(lab.slug);
  json.at("title").get_to(lab.title);
  json.at("verdict").get_to(lab.verdict);
  json.at("score").get_to(lab.score);
  json.at("max_score").get_to(lab.max_score);
  json.at("not_graded_points").get_to(lab.not_graded_points);
  json.at("infrastructure").get_to(lab.infrastructure);
  json.at("source").get_to(lab.source);
  json.at("source_sha256").get_to(lab.source_sha256);
  json.at("checks").get_to(lab.checks);
  json.at("speed").get_to(lab.speed);
  json.at("printed").get_to(lab.printed);
}

namespace {

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
  Json json{{"shape", metrics.shape}, {"launches", Json::array()}};
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

Json lab_json(const LabResult& lab) {
  Json speed = lab.speed;
  if (lab.speed) {
    speed["reason"] = speed_reason(lab);
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
      {"checks", lab.checks},
      {"metrics", lab.metrics ? metrics_json(*lab.metrics) : Json()},
      {"model", lab.model ? model_json(*lab.model) : Json()},
      {"speed", std::move(speed)},
      {"printed", lab.printed},
  };
}

}  // namespace

std::string to_json(const Result& result) {
  Json json{
      {"schema", kSchema},       {"tool_version", result.tool_version},
      {"backend", result.backend}, {"seed", result.seed},
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

Result result_from_json(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    if (json.at("schema") != kSchema) {
      throw std::runtime_error(fmt::format("its \"schema\" is not \"{}\"", kSchema));
    }
    Result result;
    json.at("tool_version").get_to(result.tool_version);
    json.at("backend").get_to(result.backend);
    json.at("seed").get_to(result.seed);
    json.at("started_at").get_to(result.started_at);
    json.at("device").get_to(result.device);
    json.at("labs").get_to(result.labs);
    return result;
  } catch (const Json::exception& error) {
    throw std::runtime_error(fmt::format("it is no whole result: {}", error.what()));
  }
}

}  // namespace gemmlab
