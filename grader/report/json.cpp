#include "grader/report/json.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include "common/facts/counts.h"
#include "common/facts/json.h"
#include "common/facts/names.h"
#include "common/model/prediction.h"
#include "grader/core/error_map.h"
#include "grader/core/facts/advice.h"
#include "grader/core/facts/check.h"
#include "grader/core/facts/fact_json.h"
#include "grader/core/foreign_text.h"
#include "grader/core/metrics.h"
#include "grader/report/excerpt.h"
#include "grader/report/words/access_words.h"
#include "grader/report/words/cause_words.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

// [cell_rows] lines of numbers, separated by blanks: one list per cell would fill pages.
template <class Number>
Json lines_of(const ErrorMap& map, Number ErrorCell::*number) {
  Json lines = Json::array();
  for (int row = 0; row < map.cell_rows(); ++row) {
    std::string line;
    for (int col = 0; col < map.cell_cols(); ++col) {
      const ErrorCell& cell = map.cells[std::size_t(row) * map.cell_cols() + col];
      line += fmt::format("{}{:.6g}", col == 0 ? "" : " ", double(cell.*number));
    }
    lines.push_back(line);
  }
  return lines;
}

Json counts_json(const AccessCounts& counts, Space space) {
  return {{"requests", counts.requests},
          {space == Space::global ? "sectors" : "wavefronts", counts.units},
          {"bytes", counts.bytes}};
}

// `counts` has the four kinds of access, as Metrics and LineMetrics do.
template <class Counts>
void add_accesses(Json& json, const Counts& counts) {
  json["global_load"] = counts_json(counts.global_load, Space::global);
  json["global_store"] = counts_json(counts.global_store, Space::global);
  json["shared_load"] = counts_json(counts.shared_load, Space::shared);
  json["shared_store"] = counts_json(counts.shared_store, Space::shared);
}

Json place_json(const AccessPlace& place, const Metrics& metrics) {
  Json json{
      {"column", place.column},
      {"space", place.space},
      {"kind", place.is_store ? "store" : "load"},
      {"access_bytes", place.bytes},
  };
  json.update(counts_json(place.counts, place.space));
  json["why"] = why(place, metrics);
  const WarpExample& value = place.example;
  Json& fields = json["example"];
  GEMMLAB_WRITE(block, first_thread, variable, extents, element_bytes, lanes, offsets, units,
                ideal_units);
  return json;
}

Json metrics_json(const Metrics& metrics) {
  Json json{{"shape", metrics.shape}, {"launches", Json::array()}};
  for (const LaunchShape& launch : metrics.launches) {
    json["launches"].push_back({{"grid", launch.grid},
                                {"block", launch.block},
                                {"shared_bytes", launch.shared_bytes},
                                {"times", launch.times}});
  }
  add_accesses(json, metrics);
  // A prediction of shared accesses after the compiler merges neighbours.
  json["merged"] = {{"is_foretold", metrics.unusual_loop == 0},
                    {"shared_load", Json{{"requests", metrics.merged_shared_load.requests},
                                         {"wavefronts", metrics.merged_shared_load.units}}}};
  json["barriers"] = metrics.barriers;
  json["shuffles"] = metrics.shuffles;
  json["tensor_products"] = metrics.tensor_products;
  json["bytes_per_flop"] = metrics.bytes_per_flop;
  json["derived"] = {
      {"reuse", reuse(metrics)},
      {"sectors_over_ideal", sectors_over_ideal(metrics)},
      {"shared_loads_per_fma", shared_loads_per_fma(metrics)},
      {"conflict_degree", conflict_degree(metrics)},
      {"tensor_operations_per_shared_byte", tensor_operations_per_shared_byte(metrics)}};
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

// A rate only if the GPU is known.
Json model_json(const model::Prediction& value) {
  const bool has_rate = value.at_most_flops > 0;
  Json fields;
  GEMMLAB_WRITE(shape, grid, block, shared_bytes, bytes_per_flop, shared_loads_per_fma);
  fields["gpu"] = has_rate ? Json(value.gpu) : Json();
  fields["at_most_gflops"] = has_rate ? Json(1e-9 * value.at_most_flops) : Json();
  fields["bound_by"] = has_rate ? Json(name(value.binding)) : Json();
  return fields;
}

}  // namespace

// JSON has no infinity and no NaN: they are written as words.
template <typename Number>
Json number_or_word(Number value) {
  return std::isfinite(value) ? Json(value) : Json(fmt::format("{}", value));
}

void to_json(Json& json, const Mismatch& miss) {
  json = {{"row", miss.row},
          {"col", miss.col},
          {"got", miss.unwritten ? Json() : number_or_word(miss.got)},
          {"expected", number_or_word(miss.expected)}};
}

void to_json(Json& fields, const ErrorMap& value) {
  GEMMLAB_WRITE(rows, cols, width, input, first);
  fields["wrong"] = lines_of(value, &ErrorCell::wrong);
  fields["unwritten"] = lines_of(value, &ErrorCell::unwritten);
  fields["worst"] = lines_of(value, &ErrorCell::worst);
}

void to_json(Json& fields, const Check& value) {
  GEMMLAB_WRITE(name, kind);
  fields["status"] = value.status();
  GEMMLAB_WRITE(outcome, reason);
  fields["points"] = value.points();
  GEMMLAB_WRITE(max_points, verdict);
  fields["message"] = message(value);
  GEMMLAB_WRITE(shape);
  fields["line"] = value.line();
  fields["lines"] = value.lines();
  fields["source_file"] = value.file();
  GEMMLAB_WRITE(places, hint);
  fields["diagnosis"] = value.cause ? name_of(*value.cause) : "";
  GEMMLAB_WRITE(cause, cause_shown_at, tell, fact, failed_call, warnings, changes, only_on_gpu,
                machine, error_map);
}

void to_json(Json& json, const Advice& advice) {
  json = {{"cause", advice.cause}, {"message", sentence(advice.cause)}, {"places", advice.places}};
}

void to_json(Json& fields, const LabResult& value) {
  GEMMLAB_WRITE(id, slug, title, verdict, score, max_score, not_graded_points, infrastructure,
                source, source_sha256, checks, advice);
  fields["metrics"] = value.metrics ? metrics_json(*value.metrics) : Json();
  fields["model"] = value.model ? model_json(*value.model) : Json();
  GEMMLAB_WRITE(speed);
  if (value.speed) {
    fields["speed"]["reason"] = speed_reason(value);
  }
  GEMMLAB_WRITE(printed);
}

std::string to_json(const Result& value) {
  Json fields{{"schema", kResultSchema}};
  GEMMLAB_WRITE(tool_version, backend, seed, started_at, device, labs);
  fields["lab_seconds"] = Json::array();
  double seconds = 0;
  for (const LabResult& lab : value.labs) {
    fields["lab_seconds"].push_back(lab.seconds);
    seconds += lab.seconds;
  }
  fields["seconds"] = seconds;
  fields.for_each_text([](std::string_view, std::string& text) { text = printable(text); });
  return fields.text(2) + '\n';
}

}  // namespace gemmlab
