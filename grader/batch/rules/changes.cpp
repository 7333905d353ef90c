#include <fmt/ranges.h>

#include "grader/batch/rules/grade_json.h"

namespace gemmlab {

namespace {

// What each was judged from, as far as it differs; "rules" if it does not.
std::string why(const LabGrade& before, const LabGrade& after) {
  if (before.basis.empty() || after.basis.empty()) {
    return after.basis.empty() ? "a problem of the grader" : "judged at last";
  }
  std::vector<std::string> differing;
  for (std::size_t i = 0; i < after.basis.size(); ++i) {
    const std::string was = i < before.basis.size() ? before.basis[i] : "nothing";
    if (was != after.basis[i]) {
      differing.push_back(was + " -> " + after.basis[i]);
    }
  }
  return differing.empty() ? "rules" : fmt::format("{}", fmt::join(differing, ", "));
}

}  // namespace

std::vector<StudentGrade> kept_grades(const fs::path& out) {
  try {
    const Json json = Json::parse(read_file(out / "grades.json"));
    return json.at("schema").as_string() == kGradesSchema
               ? json.at("students").get<std::vector<StudentGrade>>()
               : std::vector<StudentGrade>();
  } catch (const std::runtime_error&) {
    return {};  // none yet
  }
}

std::vector<std::string> changes(const std::vector<StudentGrade>& before,
                                 const std::vector<StudentGrade>& after) {
  std::vector<std::string> lines;
  for (const StudentGrade& now : after) {
    const auto was = std::ranges::find(before, now.student, &StudentGrade::student);
    if (was == before.end()) {
      continue;
    }
    for (const LabGrade& lab : now.labs) {
      const auto old = std::ranges::find(was->labs, lab.id, &LabGrade::id);
      if (old != was->labs.end() && (shown(old->points, "none") != shown(lab.points, "none") ||
                                     old->verdict != lab.verdict || old->counts != lab.counts)) {
        lines.push_back(fmt::format("{} {}: {} {} -> {} {}, {}", now.student, lab.id,
                                    shown(old->points, "none"), name(old->verdict),
                                    shown(lab.points, "none"), name(lab.verdict), why(*old, lab)));
      }
    }
    if (shown(was->total, "none") != shown(now.total, "none")) {
      lines.push_back(fmt::format("{} total: {} -> {}", now.student, shown(was->total, "none"),
                                  shown(now.total, "none")));
    }
  }
  return lines;
}

}  // namespace gemmlab
