#include "grader/batch/grades.h"

#include <algorithm>

#include "grader/batch/utc.h"

namespace gemmlab {
namespace {

constexpr std::int64_t kDay = 24 * 60 * 60;  // seconds

int days_late(const Record& record, const std::string& id, const CoursePolicy& policy) {
  const auto due = policy.labs.at(id).due;
  const auto at = record.submitted_at.find(id);
  const auto submitted = at == record.submitted_at.end() ? std::nullopt : parse_utc(at->second);
  return due && submitted ? days_late(*submitted, *due, policy.late) : 0;
}

LabGrade grade_lab(const Record& record, const Lab& of, const CoursePolicy& policy) {
  const std::string& id = of.id;
  LabGrade grade;
  grade.id = id;
  const LabResult* lab = result_of(record, id);
  if (!record.infrastructure.empty() || (lab != nullptr && lab->infrastructure)) {
    return grade;  // our failure
  }
  // Points that cannot be judged without a GPU: the same for all students.
  const bool is_untimed = record.result.backend == BackendsUsed::sim && of.file.ends_with(".cu");
  grade.not_graded = is_untimed ? Points{}.speed : 0;
  if (!record.problem.empty()) {
    grade.points = 0;
    return grade;
  }
  if (lab == nullptr || lab->max_score <= 0) {
    return grade;  // not a requested lab
  }
  const double scale = 100.0 / lab->max_score;
  grade.verdict = lab->verdict;
  grade.days_late = days_late(record, id, policy);
  grade.points = after_late_rule(scale * lab->score, grade.days_late, policy.late);
  grade.not_graded = std::max(grade.not_graded, scale * lab->not_graded_points);
  return grade;
}

}  // namespace

int days_late(std::int64_t submitted, std::int64_t due, const LateRule& rule) {
  const std::int64_t late = submitted - due;
  if (late <= std::int64_t(60) * rule.grace_minutes) {
    return 0;
  }
  return static_cast<int>(std::min<std::int64_t>((late + kDay - 1) / kDay, 1000000));
}

double after_late_rule(double points, int days_late, const LateRule& rule) {
  if (rule.max_days && days_late > *rule.max_days) {
    return 0;
  }
  return points * std::max(0.0, 1 - days_late * rule.per_day_percent / 100);
}

StudentGrade grade(const Record& record, const CoursePolicy& policy, const std::vector<Lab>& labs) {
  StudentGrade all{record.student, {}, std::nullopt, 0};
  double weights = 0, total = 0, not_graded = 0;
  bool is_whole = true;
  for (const Lab& lab : labs) {
    if (policy.labs.count(lab.id) == 0) {
      continue;
    }
    const LabGrade one = grade_lab(record, lab, policy);
    const double weight = policy.labs.at(lab.id).weight;
    is_whole = is_whole && (one.points || weight == 0);
    weights += weight;
    total += weight * one.points.value_or(0);
    not_graded += weight * one.not_graded;
    all.labs.push_back(one);
  }
  if (is_whole && weights > 0) {
    all.total = total / weights;
    all.not_graded = not_graded / weights;
  }
  return all;
}

}  // namespace gemmlab
