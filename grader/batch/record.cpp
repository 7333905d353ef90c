#include "grader/batch/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "common/facts/json.h"
#include "grader/core/read_file.h"
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

Record record_of(const Json& json) {
  if (json.at("schema") != kSchema) {
    throw std::runtime_error(fmt::format("its \"schema\" is not \"{}\"", kSchema));
  }
  Record record = json.get<Record>();
  record.result = result_from_json(json.at("result").dump());
  return record;
}

}  // namespace

const LabResult* result_of(const Record& record, const std::string& lab_id) {
  const auto found = std::ranges::find(record.result.labs, lab_id, &LabResult::id);
  return found == record.result.labs.end() ? nullptr : &*found;
}

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
        fmt::format("it is not a complete result of a submission: {}", error.what()));
  }
}

std::filesystem::path record_file(const std::filesystem::path& out, const std::string& student) {
  return out / "results" / (student + ".json");
}

std::optional<Record> kept_record(const std::filesystem::path& out, const std::string& student) {
  try {
    return record_from_json(read_file(record_file(out, student)));
  } catch (const std::runtime_error&) {
    return std::nullopt;  // none yet, or somebody's other file: it is graded anew
  }
}

}  // namespace gemmlab
