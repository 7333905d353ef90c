#include "grader/batch/record.h"

#include <fmt/format.h>

#include <stdexcept>

#include "common/facts/json.h"
#include "grader/report/json.h"

namespace gemmlab {

GEMMLAB_JSON(LeftOut, path, reason, count, lab)
GEMMLAB_JSON(SandboxLevel, name, missing)
GEMMLAB_JSON(Record,
             student,
             submission_sha256,
             problem,
             left_out,
             allowed,
             submitted_at,
             sandbox,
             infrastructure,
             seconds)

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "gemmlab.submission/2";

// The value of `key`; `otherwise` where it is null or not there. Throws Json::exception if it is of
// another type.
template <class Value>
Value value_of(const Json& json, const char* key, Value otherwise = {}) {
  const auto found = json.find(key);
  return found == json.end() || found->is_null() ? otherwise : found->get<Value>();
}

const Json& list_of(const Json& json, const char* key) {
  const Json& list = json.at(key);
  if (!list.is_array()) {
    throw std::runtime_error(fmt::format("its \"{}\" is no list", key));
  }
  return list;
}

// Of values whose words `word` gives.
template <class Word>
Word worded(const std::string& text, std::initializer_list<Word> all) {
  for (const Word one : all) {
    if (word(one) == text) {
      return one;
    }
  }
  throw std::runtime_error(fmt::format("'{}' is none of the words known here", text));
}

Status status_of(const Json& check) {
  return worded(check.at("status").get<std::string>(),
                {Status::passed, Status::failed, Status::not_graded});
}

Verdict verdict_of(const Json& json) {
  const auto text = json.at("verdict").get<std::string>();
  const auto verdict = verdict_named(text);
  if (!verdict) {
    throw std::runtime_error(fmt::format("'{}' is no verdict", text));
  }
  return *verdict;
}

std::optional<Shape> shape_of(const Json& json) {
  const auto extents = value_of<std::vector<int>>(json, "shape");
  if (extents.size() != 3) {
    return std::nullopt;
  }
  return Shape{extents[0], extents[1], extents[2], ""};
}

Check check_of(const Json& json) {
  Check check;
  check.name = json.at("name").get<std::string>();
  check.status = status_of(json);
  check.points = value_of<int>(json, "points");
  check.max_points = value_of<int>(json, "max_points");
  check.verdict = verdict_of(json);
  check.message = value_of<std::string>(json, "message");
  check.shape = shape_of(json);
  if (const int line = value_of(json, "line", -1); line >= 0) {
    check.line = line;
  }
  check.lines = value_of<std::vector<int>>(json, "lines");
  check.source_file = value_of<std::string>(json, "source_file");
  check.hint = value_of<std::string>(json, "hint");
  check.diagnosis = value_of<std::string>(json, "diagnosis");
  return check;
}

Speed speed_of(const Json& json) {
  Speed speed;
  speed.over = value_of<std::string>(json, "over");
  speed.baseline = value_of<std::string>(json, "baseline");
  speed.shape = shape_of(json);
  speed.ratio = value_of<double>(json, "ratio");
  speed.interval = value_of<std::array<double, 2>>(json, "interval");
  speed.required = value_of<double>(json, "required");
  speed.nominal = value_of<double>(json, "nominal");
  speed.reference_ratio = value_of<double>(json, "reference_ratio");
  speed.gflops = value_of<double>(json, "gflops");
  speed.blocks = value_of<int>(json, "blocks");
  speed.clock_mhz = value_of<std::array<double, 2>>(json, "clock_mhz");
  speed.outcome = worded(json.at("outcome").get<std::string>(),
                         {SpeedOutcome::fast_enough, SpeedOutcome::borderline,
                          SpeedOutcome::too_slow, SpeedOutcome::not_graded});
  speed.reason = value_of<std::string>(json, "reason");
  return speed;
}

LabResult lab_of(const Json& json) {
  LabResult lab;
  lab.id = json.at("id").get<std::string>();
  lab.slug = json.at("slug").get<std::string>();
  lab.title = value_of<std::string>(json, "title");
  lab.verdict = verdict_of(json);
  lab.score = json.at("score").get<int>();
  lab.max_score = json.at("max_score").get<int>();
  lab.not_graded_points = value_of<int>(json, "not_graded_points");
  lab.infrastructure = value_of<bool>(json, "infrastructure");
  lab.source = value_of<std::string>(json, "source");
  lab.source_sha256 = value_of<std::string>(json, "source_sha256");
  for (const Json& check : list_of(json, "checks")) {
    lab.checks.push_back(check_of(check));
  }
  if (const auto speed = json.find("speed"); speed != json.end() && !speed->is_null()) {
    lab.speed = speed_of(*speed);
  }
  lab.printed = value_of<std::string>(json, "printed");
  return lab;
}

Result result_of(const Json& json) {
  Result result;
  result.tool_version = value_of<std::string>(json, "tool_version");
  result.backend =
      named<BackendsUsed>(value_of<std::string>(json, "backend")).value_or(BackendsUsed::sim);
  result.seed = value_of<std::uint64_t>(json, "seed");
  result.started_at = value_of<std::string>(json, "started_at");
  result.device = value_of<std::string>(json, "device");
  for (const Json& lab : list_of(json, "labs")) {
    result.labs.push_back(lab_of(lab));
  }
  return result;
}

Record record_of(const Json& json) {
  if (!json.is_object() || value_of<std::string>(json, "schema") != kSchema) {
    throw std::runtime_error(fmt::format("its \"schema\" is not \"{}\"", kSchema));
  }
  Record record = json.get<Record>();
  record.result = result_of(json.at("result"));
  return record;
}

}  // namespace

std::string to_json(const Record& record) {
  Json json{{"schema", kSchema}};
  json.update(Json(record));
  for (std::size_t i = 0; i < record.left_out.size(); ++i) {
    json["left_out"][i]["message"] = reason_of(record.left_out[i]);  // for whoever reads the file
  }
  json["result"] = Json::parse(to_json(record.result));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

Record record_from_json(const std::string& text) {
  try {
    return record_of(Json::parse(text));
  } catch (const Json::exception& error) {
    throw std::runtime_error(
        fmt::format("it is no whole result of a submission: {}", error.what()));
  }
}

}  // namespace gemmlab
