#include "grader/core/score.h"

#include <algorithm>

namespace gemmlab {

std::vector<int> spread(int points, int parts) {
  std::vector<int> shares(parts, parts > 0 ? points / parts : 0);
  for (int i = 0; parts > 0 && i < points % parts; ++i) {
    ++shares[i];
  }
  return shares;
}

void settle(LabResult& lab) {
  lab.verdict = Verdict::passed;
  lab.score = lab.max_score = lab.not_graded_points = 0;
  for (const Check& check : lab.checks) {
    lab.max_score += check.max_points;
    lab.score += check.status == Status::passed ? check.max_points : 0;
    lab.not_graded_points += check.status == Status::not_graded ? check.max_points : 0;
    if (check.status == Status::failed) {
      lab.verdict = std::min(lab.verdict, check.verdict);
    }
  }
  // A lab in which nothing was examined has not passed.
  const bool examined = std::any_of(lab.checks.begin(), lab.checks.end(), [](const Check& check) {
    return check.status != Status::not_graded;
  });
  if (!examined) {
    lab.verdict = Verdict::not_graded;
  }
}

}  // namespace gemmlab
