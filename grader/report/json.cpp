#include "grader/report/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "grader/core/facts/fact_json.h"
#include "grader/report/metrics_json.h"
#include "grader/report/words/check_words.h"
#include "grader/report/words/fact_words.h"

namespace gemmlab {
namespace {

constexpr const char* kSchema = "gemmlab.result/2";

// [cell_rows] lines of numbers, separated by blanks: one list per cell would fill pages.
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

// JSON has no infinity and no NaN: they are written as words.
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
    for (const Json& line : json.at(key).items()) {
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
        throw std::runtime_error("its error map is incomplete");
      }
      cell.worst = std::strtod(error.c_str(), nullptr);  // also "inf"
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

GEMMLAB_FROM_JSON(Check, name, kind, outcome, reason, max_points, verdict, shape, places, hint,
                  cause, cause_shown_at, fact, failed_call, warnings, only_on_gpu, machine,
                  error_map)
GEMMLAB_FROM_JSON(LabResult, id, slug, title, verdict, score, max_score, not_graded_points,
                  infrastructure, source, source_sha256, checks, speed, printed)
GEMMLAB_FROM_JSON(Result, tool_version, backend, seed, started_at, device, labs)

namespace {

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

}  // namespace

void to_json(Json& json, const Advice& advice) {
  json = {{"cause", advice.cause}, {"message", sentence(advice.cause)}, {"places", advice.places}};
}

void to_json(Json& json, const LabResult& lab) {
  Json speed = lab.speed;
  if (lab.speed) {
    speed["reason"] = speed_reason(lab);
  }
  json = {
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
      {"advice", lab.advice},
      {"metrics", lab.metrics ? metrics_json(*lab.metrics) : Json()},
      {"model", lab.model ? model_json(*lab.model) : Json()},
      {"speed", std::move(speed)},
      {"printed", lab.printed},
  };
}

std::string to_json(const Result& result) {
  Json json{
      {"schema", kSchema},   {"tool_version", result.tool_version}, {"backend", result.backend},
      {"seed", result.seed}, {"started_at", result.started_at},     {"device", result.device},
      {"labs", result.labs},
  };
  double seconds = 0;
  for (const LabResult& lab : result.labs) {
    seconds += lab.seconds;
  }
  json["seconds"] = seconds;
  return json.text(2) + '\n';
}

Result result_from_json(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    if (json.at("schema").as_string() != kSchema) {
      throw std::runtime_error(fmt::format("its \"schema\" is not \"{}\"", kSchema));
    }
    return json.get<Result>();
  } catch (const JsonError& error) {
    throw std::runtime_error(fmt::format("it is not a complete result: {}", error.what()));
  }
}

}  // namespace gemmlab
