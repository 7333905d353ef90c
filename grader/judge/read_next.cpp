#include "grader/judge/read_next.h"

#include <algorithm>
#include <sstream>

#include "grader/core/source/hints.h"
#include "grader/core/source/source_text.h"
#include "grader/judge/values.h"

namespace gemmlab {
namespace {

// The diagnosis says more than the verdict.
std::string step_that_fits(const std::vector<StepHints>& hints, const Check& check) {
  const std::string step = step_that_names(hints, words_of_diagnosis(check.diagnosis));
  return step.empty() ? step_that_names(hints, name(check.verdict)) : step;
}

// `fitting`, if one of the failing lines belongs to it or to no step at all; else the step of the
// first of those lines. Of the two lines of a race the second may be where a barrier is missing.
std::string step_of_lines(const std::string& text, const Check& check, const std::string& fitting) {
  std::string first = check.line ? step_at(text, *check.line) : "";
  for (const int line : check.lines) {
    const std::string step = step_at(text, line);
    if (!fitting.empty() && step == fitting) {
      return fitting;
    }
    first = first.empty() ? step : first;
  }
  return first.empty() ? fitting : first;
}

// Whether the lines from `first` to `last` wait for other threads.
bool has_barrier(const std::string& text, int first, int last) {
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::string code = line.substr(0, line.find("//"));
    if (number >= first && number <= last && code.find("sync") != std::string::npos) {
      return true;
    }
  }
  return false;
}

// A race between a line that fills and a later one that uses: with no barrier between them it is
// the step that fills which lacks one, else that which uses, where the next round begins. `fitting`
// is the step whose hint names the race: that which uses. Nothing where this cannot be told.
std::string step_of_race(const std::vector<std::string>& steps,
                         const std::string& text,
                         const Check& check,
                         const std::string& fitting) {
  if (check.verdict != Verdict::race || check.lines.size() != 2 || fitting.empty()) {
    return "";
  }
  const auto [first, last] = std::minmax(check.lines[0], check.lines[1]);
  const auto at = std::find(steps.begin(), steps.end(), fitting);
  if (first == last || at == steps.begin() || at == steps.end()) {
    return "";
  }
  const bool is_waited_for = has_barrier(text, first, last);
  const std::string step = step_at(text, is_waited_for ? last : first);
  return !step.empty() ? step : is_waited_for ? fitting : *std::prev(at);
}

}  // namespace

void name_steps_to_read(const std::string& textbook,
                        const std::string& text,
                        const std::string& page,
                        const Plan& plan,
                        LabResult& lab) {
  const auto steps = steps_of(textbook);
  const auto open = open_steps_of(text);
  const auto hints = read_hints(page);
  if (steps.empty()) {
    return;
  }
  for (Check& each : lab.checks) {
    if (each.status != Status::failed || each.verdict == Verdict::does_not_compile ||
        each.verdict == Verdict::too_slow) {
      continue;
    }
    const std::string fitting = step_that_fits(hints, each);
    std::string step = step_of_race(steps, text, each, fitting);
    step = step.empty() ? step_of_lines(text, each, fitting) : step;
    if (step.empty() && !each.line && each.verdict <= Verdict::unfinished && !open.empty()) {
      step = open.front();
    }
    each.hint = std::find(steps.begin(), steps.end(), step) != steps.end() ? step : "";
  }
  if (plan.host_entry && lab.checks[*plan.host_entry].status == Status::failed &&
      value_verdict(plan, lab) == Verdict::passed) {
    lab.checks[*plan.host_entry].hint = steps.back();
  }
}

}  // namespace gemmlab
