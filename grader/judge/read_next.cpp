#include <algorithm>
#include <utility>

#include "grader/core/source/hints.h"
#include "grader/core/source/source_text.h"
#include "grader/judge/stages.h"

namespace gemmlab {
namespace {

class StepsToRead {
 public:
  StepsToRead(const std::string& textbook, const std::string& text, const std::string& page)
      : text_(text),
        steps_(steps_of(textbook)),
        open_(open_steps_of(text)),
        hints_(read_hints(page)) {}

  void add_hint(Check& check) const {
    if (steps_.empty() || check.status() != Status::failed ||
        check.verdict == Verdict::does_not_compile || check.verdict == Verdict::too_slow) {
      return;
    }
    if (check.kind == CheckKind::host_entry && check.outcome == CheckOutcome::failed) {
      check.hint = steps_.back();
      return;
    }
    const std::string fitting = step_that_fits(check);
    std::string step = step_of_race(check, fitting);
    step = step.empty() ? step_of_lines(check, fitting) : step;
    if (step.empty() && check.places.empty() && is_before_results(check.verdict) &&
        !open_.empty()) {
      step = open_.front();
    }
    check.hint = std::ranges::find(steps_, step) != steps_.end() ? step : "";
  }

 private:
  // The cause says more than the verdict.
  std::string step_that_fits(const Check& check) const {
    const std::string step =
        check.cause ? step_that_names(hints_, words_of_name(std::string(name_of(*check.cause))))
                    : "";
    return step.empty() ? step_that_names(hints_, name(check.verdict)) : step;
  }

  // `fitting`, if one of the failing lines belongs to it or to no step; else the step of the first
  // of those lines. Of the two lines of a race the second may be the place of a missing barrier.
  std::string step_of_lines(const Check& check, const std::string& fitting) const {
    std::string first;
    for (const Place& place : check.places) {
      const std::string step = step_at(text_, place.line);
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
    for (const std::string_view line : lines_of(text_)) {
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
    const auto at = std::ranges::find(steps_, fitting);
    if (first == last || at == steps_.begin() || at == steps_.end()) {
      return "";
    }
    const bool is_waited_for = has_barrier(first, last);
    const std::string step = step_at(text_, is_waited_for ? last : first);
    return !step.empty() ? step : is_waited_for ? fitting : *std::prev(at);
  }

  const std::string& text_;
  std::vector<std::string> steps_, open_;
  std::vector<StepHints> hints_;
};

}  // namespace

void add_hints(const std::vector<Check*>& checks, const std::string& textbook,
               const std::string& text, const std::string& page) {
  const StepsToRead steps(textbook, text, page);
  for (Check* const check : checks) {
    steps.add_hint(*check);
  }
}

}  // namespace gemmlab
