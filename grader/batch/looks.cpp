#include "grader/batch/looks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "grader/batch/submissions.h"

namespace gemmlab {
namespace {

// Students by lab id and checksum of what they handed in.
using Twins = std::map<std::pair<std::string, std::string>, std::vector<std::string>>;

Twins twins_among(const std::vector<Record>& records) {
  Twins twins;
  for (const Record& record : records) {
    for (const LabResult& lab : record.result.labs) {
      if (!lab.source_sha256.empty() && lab.verdict != Verdict::not_started) {
        twins[{lab.id, lab.source_sha256}].push_back(record.student);
      }
    }
  }
  return twins;
}

bool looks_like_a_labs_file(const LeftOut& left) {
  const bool is_source = left.path.ends_with(".cu") || left.path.ends_with(".cpp");
  const bool is_plain = left.reason == kNotALabsFile || left.reason.starts_with("made by");
  return is_source || !is_plain;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

// What a check says that speaks of more than a wrong program; empty: nothing.
std::string suspicion(const LabResult& lab) {
  for (const Check& check : lab.checks) {
    // As the judge says it of a header or a symbol that is not on the list.
    constexpr std::string_view kRefused = "does not allow that";
    const bool is_refused = check.message.find(kRefused) != std::string::npos;
    const bool has_exited = check.verdict == Verdict::exited;
    if (check.status == Status::failed && (has_exited || is_refused)) {
      return fmt::format("{}: {}", name(check.verdict), first_line(check.message));
    }
  }
  return "";
}

void add_lab_looks(const Record& record,
                   const LabResult& lab,
                   const Twins& twins,
                   std::vector<Look>& looks) {
  const auto add = [&](const std::string& what) {
    looks.push_back({record.student, lab.id, what});
  };
  if (lab.infrastructure && record.infrastructure.empty()) {
    add("failed on our side: " + (lab.checks.empty() ? "" : first_line(lab.checks[0].message)));
  } else if (lab.verdict == Verdict::not_graded && !lab.infrastructure) {
    add("no verdict: " + (lab.checks.empty() ? "" : first_line(lab.checks[0].message)));
  }
  if (const std::string what = suspicion(lab); !what.empty()) {
    add(what);
  }
  const auto same = twins.find({lab.id, lab.source_sha256});
  if (same != twins.end() && same->second.size() > 1) {
    std::vector<std::string> others;
    std::copy_if(same->second.begin(), same->second.end(), std::back_inserter(others),
                 [&](const std::string& student) { return student != record.student; });
    add(fmt::format("the file is byte for byte that of {}", fmt::join(others, ", ")));
  }
}

}  // namespace

std::vector<Look> who_needs_a_look(const std::vector<Record>& records) {
  const Twins twins = twins_among(records);
  std::vector<Look> looks;
  for (const Record& record : records) {
    if (!record.infrastructure.empty()) {
      looks.push_back(
          {record.student, "", "failed on our side: " + first_line(record.infrastructure)});
    }
    if (!record.problem.empty()) {
      looks.push_back({record.student, "", "refused: " + record.problem});
    }
    for (const LeftOut& left : record.left_out) {
      if (looks_like_a_labs_file(left)) {
        looks.push_back(
            {record.student, "", fmt::format("left out {}: {}", left.path, left.reason)});
      }
    }
    for (const LabResult& lab : record.result.labs) {
      add_lab_looks(record, lab, twins, looks);
    }
  }
  return looks;
}

}  // namespace gemmlab
