#include "grader/core/source/hints.h"
#include "grader/core/source/source_text.h"
#include "grader/judge/stages.h"

namespace gemmlab {
namespace {

struct StepsToRead {
  const std::string& text;
  const std::vector<std::string> steps, open;
  const std::vector<StepHints> hints;

  void add_hint(Check& check) const {
    if (steps.empty() || check.status() != Status::failed ||
        check.verdict == Verdict::does_not_compile) {
      return;
    }
    const bool is_host =
        check.kind == CheckKind::host_entry && check.outcome == CheckOutcome::failed;
    const std::string fitting = is_host ? steps.back() : step_that_fits(check);
    if (is_host || check.verdict == Verdict::too_slow) {
      check.hint = fitting;  // its lines say where time goes, not which step to do
      return;
    }
    std::string step = step_of_race(check, fitting);
    step = step.empty() ? step_of_lines(check, fitting) : step;
    if (step.empty() && check.places.empty() && is_before_results(check.verdict) && !open.empty()) {
      step = open.front();
    }
    check.hint = std::ranges::find(steps, step) != steps.end() ? step : "";
  }

  // The cause says more than the verdict. No barrier helps in a race of a line with itself.
  std::string step_that_fits(const Check& check) const {
    const bool is_with_itself =
        check.verdict == Verdict::race &&
        std::ranges::adjacent_find(check.places, {}, &Place::line) != check.places.end();
    std::string step =
        check.cause ? step_that_names(hints, words_of_name(std::string(name_of(*check.cause))))
                    : "";
    return !step.empty() || is_with_itself ? step : step_that_names(hints, name(check.verdict));
  }

  // `fitting`, if one of the failing lines belongs to it or to no step; else the step of the first
  // of those lines. Of the two lines of a race the second may be the place of a missing barrier.
  std::string step_of_lines(const Check& check, const std::string& fitting) const {
    std::string first;
    for (const Place& place : check.places) {
      const std::string step = step_at(text, place.line);
      if (!fitting.empty() && step == fitting) {
        return fitting;
      }
      first = first.empty() ? step : first;
    }
    return first.empty() ? fitting : first;
  }

  // Whether the lines from `first` to `last` wait for other threads.
  bool has_barrier(int first, int last) const {
    int number = 0;
    for (const std::string_view line : lines_of(text)) {
      const std::string_view code = line.substr(0, line.find("//"));
      if (++number >= first && number <= last && code.find("sync") != std::string_view::npos) {
        return true;
      }
    }
    return false;
  }

  // For a race between a line that fills and a later one that uses: without a barrier between them,
  // the filling step lacks one; otherwise the using step, before the next iteration begins.
  // `fitting` is the step whose hint names the race: the using one. Nothing if this is unclear.
  std::string step_of_race(const Check& check, const std::string& fitting) const {
    if (check.verdict != Verdict::race || check.places.size() != 2 || fitting.empty()) {
      return "";
    }
    const auto [first, last] = std::minmax({check.places[0].line, check.places[1].line});
    const auto at = std::ranges::find(steps, fitting);
    if (first == last || at == steps.begin() || at == steps.end()) {
      return "";
    }
    const bool is_waited_for = has_barrier(first, last);
    const std::string step = step_at(text, is_waited_for ? last : first);
    return !step.empty() ? step : is_waited_for ? fitting : *std::prev(at);
  }
};

}  // namespace

void add_hints(const std::vector<Check*>& checks, const std::string& textbook,
               const std::string& text, const std::string& page) {
  const StepsToRead steps{text, steps_of(textbook), open_steps_of(text), read_hints(page)};
  for (Check* const check : checks) {
    steps.add_hint(*check);
  }
}

}  // namespace gemmlab
