#include "grader/batch/review_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

bool looks_like_a_labs_file(const LeftOut& left) {
  const bool is_source = left.path.ends_with(".cu") || left.path.ends_with(".cpp");
  const bool is_plain =
      left.reason == LeftOutReason::not_a_labs_file || left.reason == LeftOutReason::made_by_tools;
  return is_source || !is_plain;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

// Whether the file asks for a header or a function that is not on the list.
bool asks_for_more_than_a_lab_may(const Check& check) {
  const auto* const refusal = check.fact ? std::get_if<Refusal>(&*check.fact) : nullptr;
  return refusal != nullptr && (std::holds_alternative<HeaderNotAllowed>(refusal->cause) ||
                                std::holds_alternative<FunctionNotAllowed>(refusal->cause));
}

// What a check says that speaks of more than a wrong program; empty: nothing.
std::string suspicion(const LabResult& lab) {
  for (const Check& check : lab.checks) {
    const bool has_exited =
        check.outcome == CheckOutcome::failed && check.verdict == Verdict::exited;
    if (has_exited || asks_for_more_than_a_lab_may(check)) {
      return fmt::format("{}: {}", name(check.verdict), first_line(message(check)));
    }
  }
  return "";
}

void add_flags_of(const Record& record, const LabResult& lab, std::vector<ReviewFlag>& flags) {
  const auto add = [&](const std::string& what) {
    flags.push_back({record.student, lab.id, what});
  };
  if (lab.infrastructure && record.infrastructure.empty()) {
    add("failed on our side: " + (lab.checks.empty() ? "" : first_line(message(lab.checks[0]))));
  } else if (lab.verdict == Verdict::not_graded && !lab.infrastructure) {
    add("no verdict: " + (lab.checks.empty() ? "" : first_line(message(lab.checks[0]))));
  }
  if (const std::string what = suspicion(lab); !what.empty()) {
    add(what);
  }
}

}  // namespace

std::vector<ReviewFlag> review_flags(const std::vector<Record>& records) {
  std::vector<ReviewFlag> flags;
  for (const Record& record : records) {
    if (!record.infrastructure.empty()) {
      flags.push_back(
          {record.student, "", "failed on our side: " + first_line(record.infrastructure)});
    }
    if (!record.problem.empty()) {
      flags.push_back({record.student, "", "refused: " + record.problem});
    }
    for (const LeftOut& left : record.left_out) {
      if (looks_like_a_labs_file(left)) {
        flags.push_back(
            {record.student, "", fmt::format("left out {}: {}", left.path, reason_of(left))});
      }
    }
    for (const LabResult& lab : record.result.labs) {
      add_flags_of(record, lab, flags);
    }
  }
  return flags;
}

std::vector<SharedFile> shared_files(const std::vector<Record>& records) {
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> students;  // lab, sum
  for (const Record& record : records) {
    for (const LabResult& lab : record.result.labs) {
      if (!lab.source_sha256.empty() && lab.verdict != Verdict::not_started) {
        students[{lab.id, lab.source_sha256}].push_back(record.student);
      }
    }
  }
  std::vector<SharedFile> shared;
  for (auto& [file, sharing] : students) {
    if (sharing.size() > 1) {
      shared.push_back({file.first, std::move(sharing)});
    }
  }
  std::stable_sort(shared.begin(), shared.end(), [](const SharedFile& a, const SharedFile& b) {
    return a.lab != b.lab ? a.lab < b.lab : a.students.size() > b.students.size();
  });
  return shared;
}

}  // namespace gemmlab
