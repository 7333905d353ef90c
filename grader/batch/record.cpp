#include "grader/batch/record.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "grader/report/json.h"

namespace gemmlab {
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

Record record_of(const Json& json) {
  if (!json.is_object() || value_of<std::string>(json, "schema") != kSchema) {
    throw std::runtime_error(fmt::format("its \"schema\" is not \"{}\"", kSchema));
  }
  Record record;
  record.student = json.at("student").get<std::string>();
  record.submission_sha256 = value_of<std::string>(json, "submission_sha256");
  record.problem = value_of<std::string>(json, "problem");
  for (const Json& left : json.at("left_out")) {
    record.left_out.push_back(
        {left.at("path").get<std::string>(), left.at("reason").get<std::string>()});
  }
  record.allowed = value_of<std::string>(json, "allowed");
  record.submitted_at = value_of<std::map<std::string, std::string>>(json, "submitted_at");
  const Json& sandbox = json.at("sandbox");
  record.sandbox = {sandbox.at("name").get<std::string>(),
                    value_of<std::vector<std::string>>(sandbox, "missing")};
  record.infrastructure = value_of<std::string>(json, "infrastructure");
  record.seconds = value_of<double>(json, "seconds");
  record.result = result_from_json(json.at("result").dump());
  return record;
}

}  // namespace

std::string to_json(const Record& record) {
  Json left_out = Json::array();
  for (const LeftOut& left : record.left_out) {
    left_out.push_back({{"path", left.path}, {"reason", left.reason}});
  }
  const Json json{
      {"schema", kSchema},
      {"student", record.student},
      {"submission_sha256", record.submission_sha256},
      {"problem", record.problem},
      {"left_out", std::move(left_out)},
      {"allowed", record.allowed},
      {"submitted_at", record.submitted_at},
      {"sandbox", {{"name", record.sandbox.name}, {"missing", record.sandbox.missing}}},
      {"infrastructure", record.infrastructure},
      {"seconds", record.seconds},
      {"result", Json::parse(to_json(record.result))},
  };
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
