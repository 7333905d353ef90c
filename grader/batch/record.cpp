#include "grader/batch/record.h"

#include <fmt/format.h>

#include "grader/report/json.h"
#include "grader/report/json_read.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {

void to_json(Json& json, const std::map<std::string, std::string>& texts) {
  json = Json::object();
  for (const auto& [key, text] : texts) {
    json[key] = text;
  }
}
void from_json(const Json& json, std::map<std::string, std::string>& texts) {
  for (const auto& [key, text] : json.members()) {
    texts[key] = text.as_string();
  }
}

void to_json(Json& fields, const LeftOut& value) {
  GEMMLAB_WRITE(path, reason, count, lab)
  fields["is_open"] = is_open(value);    // for review.py
  fields["message"] = reason_of(value);  // for people who read the file
}
GEMMLAB_FROM_JSON(LeftOut, path, reason, count, lab)
GEMMLAB_JSON(SandboxLevel, name, missing, memory)
GEMMLAB_JSON(EarlierAttempt, lab, source_sha256, submitted_at, is_late, points, verdict)
GEMMLAB_JSON_WITHOUT(Record, (result, whole), "the results have the schema of their own", student,
                     submission_sha256, problem, is_handed_in, left_out, allowed, secret_sha256,
                     submitted_at, late, paths, guesses, sources, earlier, labs, sandbox,
                     infrastructure, seconds)

constexpr const char* kSchema = "gemmlab.submission/6";

std::string kept_source(std::string_view text) {
  constexpr std::size_t kMost = 1 << 20;
  std::string kept = valid_utf8(text);
  std::size_t bytes = 0, end = 0;  // in JSON; of what is kept
  for (CodePoint next; end < kept.size(); end += next.bytes) {
    next = first_code_point(std::string_view(kept).substr(end));
    const bool has_name =
        std::u32string_view(U"\"\\\b\f\n\r\t").find(next.value) != std::u32string_view::npos;
    bytes += has_name ? 2 : next.value < 0x20 ? 6 : next.bytes;
    if (bytes > kMost) {
      break;
    }
  }
  kept.resize(end);
  return kept;
}

const LabResult* result_of(const Record& record, const std::string& lab_id) {
  const auto found = std::ranges::find(record.result.labs, lab_id, &LabResult::id);
  return found == record.result.labs.end() ? nullptr : &*found;
}

std::string why_ungraded(const LabResult& lab) {
  for (const Check& check : lab.checks) {
    if (check.status() == Status::not_graded && !message(check).empty()) {
      return message(check);
    }
  }
  return "unknown reason";
}

std::string failure_of_ours(const Record& record) {
  std::string all = record.infrastructure;
  for (const LabResult& lab : record.result.labs) {
    if (lab.infrastructure) {
      all += fmt::format("{}lab {}: {}", all.empty() ? "" : "; ", lab.id, why_ungraded(lab));
    }
  }
  return all;
}

std::string summary_of(const Record& record) {
  if (!record.problem.empty()) {
    return "submission not accepted: " + record.problem;
  }
  const std::vector<LabResult>& labs = record.result.labs;
  const auto count = [&](Verdict verdict) {
    return std::ranges::count(labs, verdict, &LabResult::verdict);
  };
  std::string text = fmt::format("{} of {} passed", count(Verdict::passed), labs.size());
  for (const LabResult& lab : labs) {
    if (lab.verdict != Verdict::passed && lab.verdict != Verdict::not_started) {
      text += fmt::format(", {} {}", lab.id, name(lab.verdict));
    }
  }
  if (const auto idle = count(Verdict::not_started); idle > 0) {
    text += fmt::format(", {} not started", idle);
  }
  return text;
}

std::string to_json(const Record& record) {
  Json json{{"schema", kSchema}}, result = Json::parse(to_json(record.result));
  Json labs = Json::array();
  for (const Json& lab : result.at("labs").items()) {
    const auto more = record.whole.find(lab.at("id").as_string());
    labs.push_back(more == record.whole.end() ? lab : more->second);
  }
  result["labs"] = std::move(labs);
  Json own(record);
  own.for_each_text([](std::string_view, std::string& text) { text = printable(text); });
  own["sources"] = record.sources;  // as they were handed in
  json.update(own);
  json["result"] = std::move(result);
  return json.text(2) + '\n';
}

Record record_from_json(const std::string& text) {
  const Json json = Json::parse(text, kSchema);
  Record record = json.get<Record>();
  record.result = result_from_json(json.at("result").text());
  for (const Json& lab : json.at("result").at("labs").items()) {
    record.whole[lab.at("id").as_string()] = lab;
  }
  return record;
}

std::optional<Record> kept_record(const fs::path& out, const std::string& student) {
  try {
    return record_from_json(read_file(record_file(out, student)));
  } catch (const std::runtime_error&) {
    return std::nullopt;  // none yet, or another file: grade again
  }
}

std::optional<Record> kept_record(const fs::path& out, const SubmissionSource& source) {
  std::optional<Record> record = kept_record(out, source.student);
  for (const LeftOut& open : source.open) {
    if (record && std::ranges::find(record->left_out, open.reason, &LeftOut::reason) ==
                      record->left_out.end()) {
      record->left_out.push_back(open);
    }
  }
  return record;
}

}  // namespace gemmlab
