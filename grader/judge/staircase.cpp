#include "grader/judge/staircase.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/read_file.h"
#include "grader/core/score.h"
#include "grader/judge/judge.h"

namespace gemmlab {
namespace {

// That of the step's verdict: the first that has it.
const Check& telling(const LabResult& step) {
  const auto check = std::ranges::find_if(step.checks, [&](const Check& each) {
    return each.verdict == step.verdict && each.outcome == CheckOutcome::failed;
  });
  if (check != step.checks.end()) {
    return *check;
  }
  const auto open = std::ranges::find(step.checks, Status::not_graded, &Check::status);
  const bool is_open = step.verdict == Verdict::not_graded && open != step.checks.end();
  return is_open ? *open : step.checks.front();
}

bool is_begun(const LabResult& step) {
  return step.verdict != Verdict::not_started;
}

}  // namespace

LabResult joined(const Lab& staircase, const std::vector<LabResult>& steps) {
  LabResult all;
  all.id = staircase.id;
  all.slug = staircase.slug();
  all.title = staircase.title;
  const bool is_any_begun = std::ranges::any_of(steps, is_begun);
  const auto wrong = std::ranges::find_if(steps, [](const LabResult& step) {
    return is_begun(step) && step.verdict != Verdict::passed;
  });
  const bool is_any_wrong = wrong != steps.end();
  const std::vector<int> points = spread(all.max_score, int(steps.size()));
  std::string hashes;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const LabResult& step = steps[i];
    Check check = telling(step);
    check.name = fmt::format("{} {}", staircase.steps[i].id, staircase.steps[i].name);
    check.max_points = points[i];
    check.shape.reset();
    if (!is_begun(step) && is_any_begun) {
      check.outcome = is_any_wrong ? CheckOutcome::not_run : CheckOutcome::failed;
      check.reason = is_any_wrong ? Reason::skeleton : Reason::none;
      check.verdict = is_any_wrong ? wrong->verdict : Verdict::unfinished;
    }
    for (Place& place : check.places) {
      place.file = place.file.empty() ? step.source : place.file;
    }
    all.checks.push_back(std::move(check));
    all.infrastructure |= step.infrastructure;
    all.printed += all.printed.empty() ? step.printed : "";
    hashes += step.source_sha256;
  }
  all.source_sha256 = sha256(hashes);
  settle(all);
  return all;
}

LabResult judge_staircase(const Lab& staircase, const fs::path& folder,
                          const JudgeOptions& options) {
  std::vector<LabResult> steps;
  for (const Lab& step : staircase.steps) {
    const fs::path source = folder / step.file;
    JudgeOptions own = options;
    own.so_far = {};  // of one step it would be shown as of all
    if (options.progress) {
      own.progress = [&](const std::string& what) { options.progress(step.id + ": " + what); };
    }
    if (fs::is_regular_file(source)) {
      steps.push_back(judge_lab(step, spec_of(step), source, own));
    } else {
      steps.push_back(unjudged(step, refused(NoFile{source.string() + " is missing"})));
      steps.back().source = source.string();
    }
  }
  LabResult result = joined(staircase, steps);
  result.source = folder.string();
  return result;
}

}  // namespace gemmlab
