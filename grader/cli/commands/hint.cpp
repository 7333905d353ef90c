#include "grader/cli/commands/hint.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "common/facts/names.h"
#include "grader/cli/exit_code.h"
#include "grader/cli/next_step.h"
#include "grader/cli/progress.h"
#include "grader/cli/staircase_progress.h"
#include "grader/core/fs.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/labs.h"
#include "grader/core/source/hints.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

int count(const StepHints& step) {
  return static_cast<int>(step.hints.size());
}

int shown_of(const LabProgress& progress, const StepHints& step) {
  const auto shown = progress.hints_shown.find(step.step);
  return shown == progress.hints_shown.end() ? 0 : std::min(shown->second, count(step));
}

// The requested step; else that of the last failure; else the first with an unseen hint.
const StepHints& chosen(const std::vector<StepHints>& steps, const std::string& asked,
                        const LabProgress& progress) {
  for (const std::string& wanted : {asked, progress.failing_step}) {
    const auto step = std::ranges::find(steps, wanted, &StepHints::step);
    if (step != steps.end()) {
      return *step;
    }
  }
  const auto unseen = std::ranges::find_if(
      steps, [&](const StepHints& step) { return shown_of(progress, step) < count(step); });
  return unseen == steps.end() ? steps.back() : *unseen;
}

// The hint of this step that names the last failure; 0 if none does, or if the failure was in
// another step.
int fitting(const StepHints& step, const LabProgress& so_far) {
  if (step.step != so_far.failing_step || !so_far.verdict) {
    return 0;
  }
  const int of_diagnosis = hint_that_names(step, words_of_name(so_far.diagnosis));
  return of_diagnosis > 0 ? of_diagnosis : hint_that_names(step, name(*so_far.verdict));
}

std::string printed(const Lab& lab, const StepHints& step, int number, int width) {
  const std::string title = step.title.empty() ? "" : ": " + step.title;
  std::string out =
      fmt::format("Lab {}, step {}{}\n", lab.id.substr(0, lab.id.find('.')), step.step, title);
  for (int i = 0; i < number; ++i) {
    out += fmt::format("\nHint {} of {}\n", i + 1, count(step)) + wrap(step.hints[i], width, 2);
  }
  return out;
}

std::vector<StepHints> hints_of(const Context& context, const Lab& lab, const std::string& step) {
  const fs::path page = context.paths.docs() / lab.page();
  std::vector<StepHints> steps = read_hints(read_text(page));
  std::erase_if(steps, [](const StepHints& s) { return s.hints.empty(); });
  if (steps.empty()) {
    throw InfrastructureError(fmt::format("{} has no hints.", shown(page).string()));
  }
  std::string known;
  for (const StepHints& candidate : steps) {
    if (step.empty() || candidate.step == step) {
      return steps;
    }
    known += " " + candidate.step;
  }
  throw UsageError(fmt::format("Lab {} has no step {}; it has{}.", lab.id, step, known));
}

}  // namespace

int hint(Context& context, const HintOptions& options) {
  const std::string& word = options.lab;
  const Progress progress = recall(context);
  const bool is_gap = find_lab(context.labs, word) == nullptr &&
                      word.find('.') != std::string::npos &&
                      word.find_first_not_of("0123456789.") == std::string::npos;
  const Lab& lab = step_to_do(
      progress, word.empty() ? next_lab(context, progress)
                             : lab_meant(context, is_gap ? word.substr(0, word.find('.')) : word));
  const std::string step_asked = is_gap ? word : lab.is_step() ? lab.gap() : "";
  const std::vector<StepHints> steps = hints_of(context, lab, step_asked);
  const int width = context.terminal.width;
  if (options.all) {
    for (const StepHints& step : steps) {
      if (step_asked.empty() || step.step == step_asked) {
        context.out << printed(lab, step, count(step), width) << '\n';
      }
    }
    return kDone;
  }
  const LabProgress& so_far = progress.of_lab(lab.slug());
  const StepHints& step = chosen(steps, step_asked, so_far);
  const int seen = shown_of(so_far, step);
  const int number = std::min(std::max(seen + 1, fitting(step, so_far)), count(step));
  const int remaining = count(step) - number;
  context.out << printed(lab, step, number, width) << '\n'
              << (remaining > 0
                      ? fmt::format("{} more for this step: {}\n", remaining,
                                    options.in_watch ? "press h" : "./gemmlab hint " + step.step)
                      : fmt::format("No more hints for this step. All hints of the lab: ./gemmlab "
                                    "hint {} --all\n",
                                    lab.id));
  for (int shown = seen; shown < number; ++shown) {
    remember(context, hint_shown(lab.slug(), step.step));
  }
  return kDone;
}

}  // namespace gemmlab
