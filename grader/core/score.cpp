#include "grader/core/score.h"

namespace gemmlab {

std::vector<int> spread(int points, int parts) {
  std::vector<int> shares(parts, parts > 0 ? points / parts : 0);
  for (int i = 0; parts > 0 && i < points % parts; ++i) {
    ++shares[i];
  }
  return shares;
}

LabResult unjudged(const Lab& lab, Judgement file) {
  LabResult result;
  result.id = lab.id;
  result.slug = lab.slug();
  result.title = lab.title;
  result.infrastructure = file.reason == Reason::machine;
  result.checks = {finished({CheckKind::file, "file", result.max_score}, std::move(file))};
  settle(result);
  return result;
}

void settle(LabResult& lab) {
  lab.verdict = gravest(lab.checks);
  lab.score = lab.max_score = lab.not_graded_points = 0;
  bool is_examined = false;
  for (const Check& check : lab.checks) {
    lab.max_score += check.max_points;
    lab.score += check.points();
    lab.not_graded_points += check.status() == Status::not_graded ? check.max_points : 0;
    is_examined |= check.status() != Status::not_graded;
  }
  // A lab in which nothing was examined has not passed.
  if (!is_examined || lab.infrastructure) {
    lab.verdict = Verdict::not_graded;
  }
}

const Check* hinted_failure(const LabResult& lab) {
  const Check* first = nullptr;
  for (const Check& check : lab.checks) {
    const bool is_hinted = check.status() == Status::failed && !check.hint.empty();
    if (is_hinted && check.verdict == lab.verdict) {
      return &check;
    }
    first = is_hinted && first == nullptr ? &check : first;
  }
  return first;
}

}  // namespace gemmlab
