#include "grader/judge/failed_trial.h"

#include <algorithm>

namespace gemmlab {
namespace {

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

// Places as a check has them: the lab file has no name, and a finding in a file that is not the
// student's has no place at all.
std::vector<Place> shown_places(const Complaint& complaint, const std::filesystem::path& source) {
  std::vector<Place> places = complaint.places;
  if (!places.empty() && !places.front().file.empty() &&
      !is_own_file(places.front().file, source) && !lies_beside(places.front().file, source)) {
    return {};
  }
  std::erase_if(places, [](const Place& place) { return !place.is_known(); });
  for (Place& place : places) {
    place.file = is_own_file(place.file, source) ? "" : place.file;
  }
  return places;
}

}  // namespace

bool is_own_file(const std::string& file, const std::filesystem::path& source) {
  return std::filesystem::path(file).filename() == source.filename();
}

const Explanation* telling_explanation(const Trial& trial) {
  const Verdict verdict = worst(trial).verdict;
  if (verdict == Verdict::uninitialised) {
    return nullptr;  // NaN that was read looks like NaN that was added to
  }
  for (const Explanation& explanation : trial.explanations) {
    const bool adds = is_about_values(verdict) || !says_only_where(explanation.cause);
    if (explanation.is_certain && adds) {
      return &explanation;
    }
  }
  return nullptr;
}

Check failed_by(const Trial& trial, const std::filesystem::path& source, Check planned) {
  const Complaint& complaint = worst(trial);
  Check check = failed(std::move(planned), complaint.verdict, complaint.fact,
                       shown_places(complaint, source));
  check.error_map = trial.comparison.error_map;
  if (const Explanation* const telling = telling_explanation(trial)) {
    check.cause = telling->cause;
  }
  if (complaint.verdict != Verdict::uninitialised) {
    check.failed_call = trial.failed_call;
  }
  return check;
}

}  // namespace gemmlab
