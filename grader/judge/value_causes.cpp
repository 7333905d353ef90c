#include "grader/judge/value_causes.h"

#include <algorithm>
#include <utility>

#include "grader/judge/trial_check.h"
#include "grader/report/words/cause_words.h"

namespace gemmlab {
namespace {

// Verdicts that a wrong index or extent may have at one shape and not at another.
bool is_of_values(Verdict verdict) {
  return verdict == Verdict::wrong || verdict == Verdict::partial ||
         verdict == Verdict::not_finite || verdict == Verdict::transposed ||
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

ValueCauses::ValueCauses(std::vector<Shape> shapes, std::vector<std::size_t> places, LabResult& lab)
    : shapes_(std::move(shapes)),
      places_(std::move(places)),
      lab_(lab),
      explanations_(places_.size()),
      launches_(places_.size()),
      said_(places_.size()) {}

void ValueCauses::note_launches(std::size_t shape, const std::vector<LaunchShape>& launches) {
  launches_[shape] = launches;
}

void ValueCauses::take_in(std::size_t shape,
                          const Trial& trial,
                          std::vector<Explanation> explanations) {
  said_[shape] = cause_of(trial);
  explanations_[shape] = std::move(explanations);
  forget_refuted(shape);
}

// Takes the likely cause back that no explanation of the shape is any more.
void ValueCauses::forget_refuted(std::size_t index) {
  const std::string& said = said_[index];
  const auto& left = explanations_[index];
  if (said.empty() || check(index).diagnosis.empty() ||
      check(index).verdict < Verdict::not_finite ||
      std::any_of(left.begin(), left.end(),
                  [&](const auto& e) { return sentence(e.cause) == said; })) {
    return;
  }
  const std::string line = "Likely cause: " + said + '\n';
  if (const auto at = check(index).message.find(line); at != std::string::npos) {
    check(index).message.erase(at, line.size());
    check(index).diagnosis.clear();
    said_[index].clear();
  }
}

void ValueCauses::settle() {
  std::vector<ShapeOutcome> outcomes;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    outcomes.push_back(
        {shapes_[i], check(i).status == Status::passed, explanations_[i], launches_[i]});
  }
  const auto chosen = settled(outcomes);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const bool is_asked = !explanations_[i].empty() || (is_of_values(check(i).verdict) &&
                                                        check(i).verdict != Verdict::out_of_bounds);
    const std::string text = chosen[i] ? sentence(chosen[i]->cause, chosen[i]->shown_at) : "";
    if (chosen[i] && is_asked && check(i).status == Status::failed && text != said_[i]) {
      explain(check(i), chosen[i]->cause, text, said_[i]);
    }
  }
  tell_what_is_common(outcomes);
}

// Said once, at the first wrong shape, if nothing is known of its values.
void ValueCauses::tell_what_is_common(const std::vector<ShapeOutcome>& outcomes) {
  Check* first = nullptr;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (check(i).status == Status::passed) {
      continue;
    }
    if (check(i).status == Status::not_graded || !is_of_values(check(i).verdict)) {
      return;
    }
    first = first ? first : &check(i);
  }
  const auto common = right_only(outcomes);
  if (first && common && first->diagnosis.empty()) {
    first->message += '\n' + sentence(*common);
    first->diagnosis = name_of(*common);
  }
}

}  // namespace gemmlab
