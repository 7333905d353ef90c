#include "grader/report/json.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>

#include "common/facts/json.h"
#include "common/model/devices.h"
#include "common/model/prediction.h"
#include "grader/core/error_map.h"
#include "grader/core/facts/fact.h"
#include "grader/core/foreign_text.h"
#include "grader/report/sample_result.h"

namespace gemmlab {
namespace {

TEST(Json, HasTheSchemaAndTheRunOnTop) {
  Result result = sample_result();
  result.labs.clear();
  EXPECT_EQ(to_json(result), R"({
  "schema": "gemmlab.result/2",
  "tool_version": "0.1.0",
  "backend": "sim",
  "seed": 7,
  "started_at": "2026-01-02T03:04:05Z",
  "device": "no GPU",
  "labs": [],
  "lab_seconds": [],
  "seconds": 0.0
}
)");
}

TEST(Json, HasEveryFieldOfAFailedLab) {
  LabResult lab = failed_lab();
  lab.checks.resize(1);
  const std::string json = to_json(result_with(lab));
  EXPECT_EQ(json.substr(json.find("  \"labs\"")), R"(  "labs": [
    {
      "id": "03",
      "slug": "03_tiled_kernel",
      "title": "Share a tile",
      "verdict": "RACE",
      "score": 20,
      "max_score": 100,
      "not_graded_points": 0,
      "infrastructure": false,
      "source": "labs/03_tiled_kernel/kernel.cu",
      "source_sha256": "ab03",
      "checks": [
        {
          "name": "values 64x128x96",
          "kind": "values",
          "status": "failed",
          "outcome": "failed",
          "reason": "",
          "points": 0,
          "max_points": 20,
          "verdict": "RACE",
          "message": "thread (1,0) of block (0,0) writes a_tile[0][1], which thread (0,0) reads at line 9. There is no __syncthreads() between the two accesses.",
          "shape": [
            64,
            128,
            96
          ],
          "line": 4,
          "lines": [
            4,
            2
          ],
          "source_file": "",
          "places": [
            {
              "file": "",
              "line": 4,
              "column": 0,
              "what": "read"
            },
            {
              "file": "",
              "line": 2,
              "column": 0,
              "what": "write"
            }
          ],
          "hint": "3.2",
          "diagnosis": "",
          "cause": null,
          "cause_shown_at": null,
          "tell": null,
          "fact": {
            "name": "finding",
            "kind": "race",
            "at": {
              "file": "kernel.cu",
              "line": 7,
              "column": 0,
              "what": ""
            },
            "other": {
              "file": "helper.cuh",
              "line": 9,
              "column": 0,
              "what": ""
            },
            "fact": {
              "name": "race",
              "who": {
                "thread": [
                  1,
                  0
                ],
                "block": [
                  0,
                  0
                ]
              },
              "access": "write",
              "at": {
                "name": "variable",
                "variable": "a_tile",
                "bytes": 1024,
                "element": "a_tile[0][1]",
                "offset": 0
              },
              "other": {
                "thread": [
                  0,
                  0
                ],
                "block": [],
                "in_other_block": false
              },
              "other_wrote": false,
              "same_value": false,
              "cause": "missing_barrier",
              "stored": "",
              "missing": "",
              "idle": "none",
              "idle_line": 0
            },
            "count": 1
          },
          "failed_call": null,
          "warnings": [],
          "changes": [],
          "only_on_gpu": false,
          "machine": "",
          "error_map": null
        }
      ],
      "advice": [],
      "metrics": null,
      "model": null,
      "speed": null,
      "printed": "tile 0)"
                                                  "\xEF\xBF\xBD"
                                                  R"(\n"
    }
  ],
  "lab_seconds": [
    0.0
  ],
  "seconds": 0.0
}
)");
}

TEST(Json, HasOnlyPrintableTexts) {
  const std::string foreign("<&\">]]>\x01\x1b[1m\xFF\0\u202E\uFFFE", 20);
  LabResult lab = failed_lab();
  lab.source = lab.printed = lab.checks[0].name = foreign;
  lab.checks[0].fact = NoFile{foreign};
  lab.checks[0].places[0].file = foreign;
  Json json = Json::parse(to_json(result_with(lab)));
  int seen = 0;
  json.for_each_text([&](std::string_view key, const std::string& text) {
    EXPECT_EQ(text, printable(text)) << key;
    seen += text.starts_with("<&\">]]>\uFFFD");
  });
  EXPECT_GE(seen, 6) << "source, printed, name, message, source_file, a place";
}

// The JSON without blanks, from `key` on, as long as `like`.
std::string compact_from(const std::string& json, const std::string& key, std::size_t length) {
  std::string compact;
  for (const char c : json) {
    if (c != ' ' && c != '\n') {
      compact += c;
    }
  }
  return compact.substr(compact.find(key), length);
}

void expect_part(const LabResult& lab, const std::string& key, const std::string& want) {
  EXPECT_EQ(compact_from(to_json(result_with(lab)), key, want.size()), want);
}

TEST(Json, HasTheMapOfErrorsInFewLines) {
  LabResult lab = failed_lab();
  lab.checks.resize(1);
  ErrorMap map = right_everywhere(2, 3);
  add_wrong(map, 1, 0, 0.25, false);
  add_wrong(map, 1, 2, 0, true);
  map.input = "random";
  map.first = {{1, 0, 1.5f, 2, false}, {1, 2, 0, 3, true}};
  lab.checks[0].error_map = map;
  const std::string json = to_json(result_with(lab));
  EXPECT_NE(json.find(R"("wrong": [
              "0 0 0",
              "1 0 1"
            ])"),
            std::string::npos)
      << json;
  EXPECT_NE(json.find("\"0.25 0 0\""), std::string::npos);
  EXPECT_NE(json.find("\"got\": null"), std::string::npos);
}

TEST(Json, HasEveryMetric) {
  const std::string loads = R"({"requests":131072,"sectors":262144,"bytes":16777216})";
  const std::string stores = R"({"requests":512,"sectors":2048,"bytes":65536})";
  const std::string none = R"({"requests":0,"sectors":0,"bytes":0})";
  const std::string shared = R"({"requests":0,"wavefronts":0,"bytes":0})";
  const std::string both_shared = R"(,"shared_load":)" + shared + R"(,"shared_store":)" + shared;
  expect_part(
      passed_lab(), "\"metrics\"",
      R"("metrics":{"shape":[128,128,128],"launches":[{"grid":[8,8,1],)"
      R"("block":[16,16,1],"shared_bytes":0,"times":1}],"global_load":)" +
          loads + R"(,"global_store":)" + stores + both_shared +
          R"(,"merged":{"is_foretold":true,"shared_load":{"requests":0,"wavefronts":0}},)"
          R"("barriers":0,"shuffles":0,"tensor_products":0,"bytes_per_flop":4.015625,"derived":{)"
          R"("reuse":0.9961089494163424,"sectors_over_ideal":1.0,)"
          R"("shared_loads_per_fma":0.0,"conflict_degree":0.0,"tensor_operations_per_shared_byte":0.0},"readings":{"reuse":)"
          R"("Reuse:1.0.Eachfloatmovedfromortoglobalmemoryisusedforthismanyoperations.",)"
          R"("sectors_over_ideal":"Sectorsoverideal:1.00.Nosectorofglobalmemoryiswasted."},"exact":true,)"
          R"("lines":[{"file":"kernel.cu","line":12,"source":"sum+=a[p];","global_load":)" +
          loads + R"(,"global_store":)" + none + both_shared +
          R"(,"places":[{"column":17,"space":"global","kind":"load","access_bytes":4,)"
          R"("requests":131072,"sectors":262144,"bytes":16777216,"why":)"
          R"("Inthecostliestrequest,2lanesreadthesameelement:1sector.)"
          R"(Only2of32lanestakepart.","example":{)"
          R"("block":[1,0,0],"first_thread":32,"variable":"a","extents":[128,128],)"
          R"("element_bytes":4,"lanes":[0,1],"offsets":[0,0],"units":1,)"
          R"("ideal_units":1}}]}]})");
}

TEST(Json, HasEveryFieldOfAPrediction) {
  LabResult lab = passed_lab();
  lab.model = model::predict("03", {128, 128, 128}, &model::device("h200"));
  lab.model->at_most_flops = 11e12;
  expect_part(lab, "\"model\":",
              R"("model":{"shape":[128,128,128],"grid":[4,4],"block":[32,32],"shared_bytes":8192,)"
              R"("bytes_per_flop":0.140625,"shared_loads_per_fma":2.0,"gpu":"H200",)"
              R"("at_most_gflops":11000.0,"bound_by":"theL1/shared-memorypipe"})");
  lab.model = model::predict("03", {128, 128, 128}, nullptr);
  expect_part(lab, "\"gpu\":", R"("gpu":null,"at_most_gflops":null,"bound_by":null})");
}

TEST(Json, SaysNullForASpeedThatWasNotMeasured) {
  expect_part(
      passed_lab(), "\"speed\":",
      R"("speed":{"over":"01_cpu_loop","baseline":"","shape":null,"ratio":null,)"
      R"("interval":null,"required":null,"nominal":20.0,"reference_ratio":null,)"
      R"("gflops":null,"blocks":null,"clock_mhz":null,"on_gpu":false,"read_by_program":false,"outcome":"not_graded",)"
      R"("reason":"noGPU:thesimulatorcountsaccessesbutdoesnotmeasuretime"})");
}

TEST(Json, HasEveryFieldOfAMeasuredSpeed) {
  LabResult lab = passed_lab();
  lab.speed = measured_speed();
  expect_part(lab, "\"speed\":",
              R"("speed":{"over":"01_cpu_loop","baseline":"thei-j-kloop","shape":[384,384,384],)"
              R"("ratio":8.5,"interval":[8.25,8.75],"required":2.0,"nominal":2.0,)"
              R"("reference_ratio":9.0,"gflops":12.0,"blocks":9,"clock_mhz":[1965.0,1980.0],)"
              R"("on_gpu":false,"read_by_program":false,"outcome":"fast_enough",)"
              R"("reason":"2.00xthespeedofthei-j-kloopisrequired;yoursis8.50x(8.25to8.75),)"
              R"(thetextbooksolution's9.00xonthismachine."})");
}

TEST(Json, IsRefusedIfItIsDeepOrCrowded) {
  const auto nested = [](int depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_NO_THROW(Json::parse(nested(64)));
  EXPECT_THROW(Json::parse(nested(65)), JsonError);
  EXPECT_THROW(Json::parse(nested(8 << 20)), JsonError);
  std::string members = "{", values = "[";
  for (int i = 0; i < 4097; ++i) {
    members += fmt::format("{}\"{}\":[]", i == 0 ? "" : ",", i);
  }
  EXPECT_THROW(Json::parse(members + '}'), JsonError);
  for (int i = 0; i < 1 << 20; ++i) {
    values += "0,";
  }
  EXPECT_THROW(Json::parse(values + "0]"), JsonError);
}

TEST(Json, IsWrittenWhateverBytesAndNumbersItGets) {
  LabResult lab = passed_lab();
  lab.printed = std::string("\xC3\x28\0\xFE", 4);
  lab.checks[1].machine = "\xED\xA0\x80";
  lab.metrics->bytes_per_flop = std::numeric_limits<double>::infinity();
  std::string json;
  ASSERT_NO_THROW(json = to_json(result_with(lab)));
  EXPECT_NE(json.find("\"printed\": \"\xEF\xBF\xBD(\xEF\xBF\xBD\""), std::string::npos);
  EXPECT_NE(json.find("\"bytes_per_flop\": null"), std::string::npos);
}

}  // namespace
}  // namespace gemmlab
