#include "grader/judge/value_causes.h"

#include <algorithm>
#include <utility>

#include "grader/judge/trial.h"

namespace gemmlab {
namespace {

// Whether a wrong index or extent may have this verdict at one shape, and another at the next.
bool may_differ_by_shape(Verdict verdict) {
  return (is_about_values(verdict) && verdict != Verdict::low_precision) ||
         verdict == Verdict::out_of_bounds;
}

}  // namespace

std::vector<Explanation> unrefuted(Session& session,
                                   const Trial& trial,
                                   TrialInput input,
                                   double& seconds) {
  std::vector<Explanation> all = trial.explanations;
  if (input.kind != InputKind::tagged || all.empty() || input.shape.only_launch) {
    return all;
  }
  input.kind = InputKind::uniform;
  const Trial again = attempt(session, input);
  seconds += again.outcome.seconds;
  if (again.outcome.kind != Outcome::Kind::replied ||
      again.comparison.wrong < trial.comparison.wrong) {
    return all;
  }
  std::erase_if(all,
                [&](const Explanation& each) { return find(again.explanations, each) == nullptr; });
  return all;
}

ValueCauses::ValueCauses(const std::vector<Check>& planned)
    : verdicts_(planned.size()), own_(planned.size()) {
  for (const Check& check : planned) {
    outcomes_.push_back({*check.shape});
  }
}

void ValueCauses::note_launches(std::size_t shape, const std::vector<LaunchShape>& launches) {
  outcomes_[shape].launches = launches;
}

void ValueCauses::take_in(std::size_t shape,
                          const Trial& trial,
                          std::vector<Explanation> explanations) {
  verdicts_[shape] = worst(trial).verdict;
  const Explanation* const own = telling_explanation(trial);
  const bool is_refuted =
      own != nullptr && is_about_values(*verdicts_[shape]) && find(explanations, *own) == nullptr;
  if (own != nullptr && !is_refuted) {
    own_[shape] = Settled{own->cause, {}};
  }
  outcomes_[shape].explanations = std::move(explanations);
}

std::vector<std::optional<Settled>> ValueCauses::settled() const {
  const auto chosen = gemmlab::settled(outcomes_);
  std::vector<std::optional<Settled>> causes(outcomes_.size());
  for (std::size_t i = 0; i < causes.size(); ++i) {
    if (!chosen[i] || !verdicts_[i]) {
      continue;
    }
    const bool is_asked =
        !outcomes_[i].explanations.empty() ||
        (is_about_values(*verdicts_[i]) && *verdicts_[i] != Verdict::low_precision);
    if (is_asked && (is_about_values(*verdicts_[i]) || !says_only_where(chosen[i]->cause))) {
      causes[i] = chosen[i];
    }
  }
  add_what_is_common(causes);
  return causes;
}

// At the first wrong shape, if nothing is known of its values.
void ValueCauses::add_what_is_common(std::vector<std::optional<Settled>>& causes) const {
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < outcomes_.size(); ++i) {
    if (outcomes_[i].is_right) {
      continue;
    }
    if (!verdicts_[i] || !may_differ_by_shape(*verdicts_[i])) {
      return;
    }
    first = first.value_or(i);
  }
  const auto common = right_only(outcomes_);
  if (first && common && !causes[*first] && !own_[*first]) {
    causes[*first] = Settled{*common, {}};
  }
}

}  // namespace gemmlab
