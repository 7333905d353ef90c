#include "grader/judge/explain/read_next.h"

#include <algorithm>

#include "grader/core/source/source_text.h"

namespace gemmlab {

StepsToRead::StepsToRead(const std::string& textbook, const std::string& text,
                         const std::string& page)
    : text_(text),
      steps_(steps_of(textbook)),
      open_(open_steps_of(text)),
      hints_(read_hints(page)) {}

std::string StepsToRead::step_for(CheckKind kind, const Judgement& judgement,
                                  const Account& account) const {
  const Verdict verdict = judgement.verdict;
  if (steps_.empty() || judgement.status() != Status::failed ||
      verdict == Verdict::does_not_compile) {
    return "";
  }
  if (steps_.size() == 1) {
    return steps_.front();  // the file is that step's
  }
  const bool is_host = kind == CheckKind::host_entry && judgement.outcome == CheckOutcome::failed;
  const std::string fitting = is_host ? steps_.back() : step_that_fits(verdict, account);
  if (is_host || verdict == Verdict::too_slow) {
    return fitting;  // its lines say where time goes, not which step to do
  }
  std::string step = verdict == Verdict::race ? step_of_race(account, fitting) : "";
  step = step.empty() ? step_of_lines(account, fitting) : step;
  if (step.empty() && account.places.empty() && is_before_results(verdict) && !open_.empty()) {
    step = open_.front();
  }
  return std::ranges::find(steps_, step) != steps_.end() ? step : "";
}

// The cause says more than the verdict. No barrier helps in a race of a line with itself.
std::string StepsToRead::step_that_fits(Verdict verdict, const Account& account) const {
  const bool is_with_itself =
      verdict == Verdict::race &&
      std::ranges::adjacent_find(account.places, {}, &Place::line) != account.places.end();
  std::string step =
      account.cause ? step_that_names(hints_, words_of_name(std::string(name_of(*account.cause))))
                    : "";
  return !step.empty() || is_with_itself ? step : step_that_names(hints_, name(verdict));
}

// `fitting`, if one of the failing lines belongs to it or to no step; else the step of the first of
// those lines. Of the two lines of a race the second may be the place of a missing barrier.
std::string StepsToRead::step_of_lines(const Account& account, const std::string& fitting) const {
  std::string first;
  for (const Place& place : account.places) {
    const std::string step = step_at(text_, place.line);
    if (!fitting.empty() && step == fitting) {
      return fitting;
    }
    first = first.empty() ? step : first;
  }
  return first.empty() ? fitting : first;
}

// Whether the lines from `first` to `last` wait for other threads.
bool StepsToRead::has_barrier(int first, int last) const {
  int number = 0;
  for (const std::string_view line : lines_of(text_)) {
    if (++number >= first && number <= last &&
        code_of(line).find("sync") != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

// For a race between a line that fills and a later one that uses: without a barrier between them,
// the filling step lacks one; otherwise the using step, before the next iteration begins.
// `fitting` is the step whose hint names the race: the using one. Nothing if this is unclear.
std::string StepsToRead::step_of_race(const Account& account, const std::string& fitting) const {
  if (account.places.size() != 2 || fitting.empty()) {
    return "";
  }
  const auto [first, last] = std::minmax({account.places[0].line, account.places[1].line});
  const auto at = std::ranges::find(steps_, fitting);
  if (first == last || at == steps_.begin() || at == steps_.end()) {
    return "";
  }
  const bool is_waited_for = has_barrier(first, last);
  const std::string step = step_at(text_, is_waited_for ? last : first);
  return !step.empty() ? step : is_waited_for ? fitting : *std::prev(at);
}

}  // namespace gemmlab
