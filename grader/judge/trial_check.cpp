#include "grader/judge/trial_check.h"

#include <algorithm>

#include "grader/judge/plan.h"
#include "grader/report/words/cause_words.h"

namespace gemmlab {
namespace {

constexpr const char* kValuesSay = "\nThe values say: ";

// Whether a file that a finding names is in the student's folder, or below it. The name comes from
// the process that ran the student's code, and what it names is shown.
bool lies_beside(const std::string& file, const std::filesystem::path& source) {
  std::error_code error;
  const auto real = std::filesystem::canonical(file, error);
  const auto folder = std::filesystem::canonical(source, error).parent_path();
  const auto [in_folder, in_file] =
      std::mismatch(folder.begin(), folder.end(), real.begin(), real.end());
  return !error && in_folder == folder.end();
}

// Whether that cause of wrong values names nothing but a place.
bool tells_only_where(const Trial& trial, const std::string& cause) {
  const auto explanation =
      std::find_if(trial.explanations.begin(), trial.explanations.end(),
                   [&](const Explanation& each) { return sentence(each.cause) == cause; });
  return explanation != trial.explanations.end() && says_only_where(explanation->cause);
}

}  // namespace

bool is_own_file(const std::string& file, const std::filesystem::path& source) {
  return std::filesystem::path(file).filename() == source.filename();
}

std::string cause_of(const Trial& trial) {
  const auto known = std::find_if(trial.complaints.begin(), trial.complaints.end(),
                                  [](const Complaint& each) { return !each.cause.empty(); });
  return known == trial.complaints.end() ? "" : known->cause;
}

void explain(Check& check,
             const Cause& cause,
             const std::string& sentence,
             const std::string& said) {
  if (check.verdict < Verdict::not_finite && says_only_where(cause)) {
    return;
  }
  const std::size_t at = said.empty() ? std::string::npos : check.message.find(said);
  if (at != std::string::npos) {
    check.message.replace(at, said.size(), sentence);
  } else if (check.verdict >= Verdict::not_finite) {
    check.message += "\nLikely cause: " + sentence;
  } else {
    check.message += kValuesSay + sentence;
  }
  check.diagnosis = name_of(cause);
}

void fail(Check& check, const Trial& trial, const std::filesystem::path& source) {
  const Complaint& complaint = worst(trial);
  fail(check, complaint.verdict, complaint.message);
  check.error_map = trial.comparison.error_map;
  // NaN that was read looks like NaN that was added to.
  const bool explained = complaint.verdict == Verdict::uninitialised;
  for (const Complaint& other : trial.complaints) {
    if (&other != &complaint && !other.cause.empty() && !explained &&
        !tells_only_where(trial, other.cause)) {
      check.message += kValuesSay + other.cause;
    }
  }
  for (const Explanation& explanation : trial.explanations) {
    const bool is_said =
        complaint.verdict >= Verdict::not_finite || !says_only_where(explanation.cause);
    if (explanation.is_certain && is_said && !explained && check.diagnosis.empty()) {
      check.diagnosis = name_of(explanation.cause);
    }
  }
  const bool own = complaint.file.empty() || is_own_file(complaint.file, source);
  if (!own && !lies_beside(complaint.file, source)) {
    return;
  }
  check.source_file = own ? "" : complaint.file;
  for (int line : {complaint.line, complaint.other_line}) {
    if (line > 0) {
      check.lines.push_back(line);
    }
  }
  if (complaint.line > 0) {
    check.line = complaint.line;
  }
}

}  // namespace gemmlab
