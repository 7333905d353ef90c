#include "grader/cli/staircase_progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "grader/judge/staircase.h"

namespace gemmlab {

std::vector<JournalEntry> entries_of(const Lab& lab, const LabResult& result,
                                     const std::string& at) {
  if (!lab.is_staircase() || result.checks.size() != lab.steps.size()) {
    return {graded(result, at)};
  }
  std::vector<JournalEntry> entries;
  for (std::size_t i = 0; i < lab.steps.size(); ++i) {
    LabResult step;
    step.slug = lab.steps[i].slug();
    step.checks = {result.checks[i]};
    step.verdict = result.infrastructure ? Verdict::not_graded : verdict_of_step(result.checks[i]);
    step.score = step.verdict == Verdict::passed ? step.max_score : 0;
    step.seconds = result.seconds / double(lab.steps.size());
    entries.push_back(graded(step, at));
  }
  return entries;
}

int steps_passed(const Progress& progress, const Lab& staircase) {
  return int(std::ranges::count_if(
      staircase.steps, [&](const Lab& step) { return progress.of_lab(step.slug()).passed; }));
}

bool has_passed(const Progress& progress, const Lab& lab) {
  return lab.is_staircase() ? steps_passed(progress, lab) == std::ssize(lab.steps)
                            : progress.of_lab(lab.slug()).passed;
}

std::string summary(const Progress& progress, const Lab& lab) {
  return lab.is_staircase()
             ? fmt::format("{} of {} steps passed", steps_passed(progress, lab), lab.steps.size())
             : summary(progress.of_lab(lab.slug()));
}

std::string progress_line(const std::vector<Lab>& labs, const Progress& progress,
                          const Lab& shown) {
  std::string passed, open, beyond, line;
  for (const Lab& lab : labs) {
    (has_passed(progress, lab) ? passed : lab.is_beyond() ? beyond : open) += ' ' + lab.id;
    if (lab.slug() == shown.staircase && !has_passed(progress, lab)) {
      open += fmt::format(" ({} of {})", steps_passed(progress, lab), lab.steps.size());
    }
  }
  const std::pair<const char*, std::string> parts[] = {
      {"passed:", passed}, {"open:", open}, {"beyond:", beyond}};
  for (const auto& [name, ids] : parts) {
    line += ids.empty() ? "" : (line.empty() ? "" : "  ") + (name + ids);
  }
  return line;
}

const Lab& step_to_do(const Progress& progress, const Lab& lab) {
  const auto open = std::ranges::find_if(
      lab.steps, [&](const Lab& step) { return !progress.of_lab(step.slug()).passed; });
  return !lab.is_staircase() ? lab : open != lab.steps.end() ? *open : lab.steps.front();
}

}  // namespace gemmlab
