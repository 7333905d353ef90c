#include "grader/report/json_read.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "common/facts/json.h"
#include "common/facts/names.h"
#include "grader/core/error_map.h"
#include "grader/core/facts/advice.h"
#include "grader/core/facts/check.h"
#include "grader/core/facts/fact_json.h"
#include "grader/report/json.h"

namespace gemmlab {

void from_json(const Json& json, Mismatch& value) {
  GEMMLAB_READ(row, col);
  const auto number = [](const Json& each) {
    return each.is_string() ? std::strtod(each.as_string().c_str(), nullptr) : each.get<double>();
  };
  value.unwritten = json.at("got").is_null();
  value.got = value.unwritten ? 0 : float(number(json.at("got")));
  value.expected = number(json.at("expected"));
}

void from_json(const Json& json, ErrorMap& value) {
  GEMMLAB_READ(rows, cols, width, input, first);
  if (value.rows < 1 || value.cols < 1 || value.width < 1) {
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
  for (int row = 0; row < value.rows; row += value.width) {
    for (int col = 0; col < value.cols; col += value.width) {
      ErrorCell cell;
      cell.elements =
          std::min(value.width, value.rows - row) * std::min(value.width, value.cols - col);
      std::string error;
      if (!(wrong >> cell.wrong && unwritten >> cell.unwritten && worst >> error)) {
        throw std::runtime_error("its error map is incomplete");
      }
      cell.worst = std::strtod(error.c_str(), nullptr);  // also "inf"
      value.cells.push_back(cell);
    }
  }
}

GEMMLAB_FROM_JSON(Check, name, kind, outcome, reason, max_points, verdict, shape, places, hint,
                  cause, cause_shown_at, tell, fact, failed_call, warnings, changes, only_on_gpu,
                  machine, error_map)
GEMMLAB_FROM_JSON(Advice, cause, places)
GEMMLAB_FROM_JSON(LabResult, id, slug, title, verdict, score, max_score, not_graded_points,
                  infrastructure, source, source_sha256, checks, advice, speed, printed)
GEMMLAB_FROM_JSON(Result, tool_version, backend, seed, started_at, device, labs)

Result result_from_json(const Json& json) {
  if (json.at("schema").as_string() != kResultSchema) {
    throw JsonError(std::string("its \"schema\" is not \"") + kResultSchema + '"');
  }
  return json.get<Result>();
}

}  // namespace gemmlab
