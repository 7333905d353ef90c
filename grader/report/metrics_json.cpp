#include "grader/report/metrics_json.h"

#include "grader/core/facts/fact_json.h"
#include "grader/report/words/access_words.h"

namespace gemmlab {
namespace {

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
  Json json{
      {"column", place.column},
      {"space", place.space},
      {"kind", place.is_store ? "store" : "load"},
      {"access_bytes", place.bytes},
  };
  json.update(counts_json(place.counts, place.space));
  json["why"] = why(place, metrics);
  json["example"] = example_json(place.example);
  return json;
}

}  // namespace

Json metrics_json(const Metrics& metrics) {
  Json json{{"shape", metrics.shape}, {"launches", Json::array()}};
  for (const LaunchShape& launch : metrics.launches) {
    json["launches"].push_back(
        {{"grid", launch.grid}, {"block", launch.block}, {"shared_bytes", launch.shared_bytes}});
  }
  add_accesses(json, metrics);
  // A prediction of shared accesses after the compiler merges neighbours.
  json["merged"] = {{"shared_load", Json{{"requests", metrics.merged_shared_load.requests},
                                         {"wavefronts", metrics.merged_shared_load.units}}}};
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

}  // namespace gemmlab
