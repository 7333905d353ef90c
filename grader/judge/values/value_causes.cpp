#include "grader/judge/values/value_causes.h"

namespace gemmlab {
namespace {

std::vector<Explanation> unrefuted(Session& session, Trial& trial, TrialInput input) {
  std::vector<Explanation> all = trial.explanations;
  const auto [elements, wrong] = std::pair(trial.comparison.elements, trial.comparison.wrong);
  constexpr double kSmall = 1 << 16;  // products: such a shape costs little
  const auto [m, n, k] = input.given.shape.extents();
  const bool has_pattern = (0 < wrong && wrong < elements) || double(m) * n * k <= kSmall;
  if (input.given.kind != InputKind::tagged || (all.empty() && !has_pattern) ||
      input.given.shape.only_launch) {
    return all;
  }
  input.given.kind = InputKind::uniform;
  Trial again = attempt(session, input);
  if (again.outcome.kind != Outcome::Kind::replied) {
    return all;
  }
  if (4 * again.comparison.wrong >= 3 * wrong) {
    std::erase_if(
        all, [&](const Explanation& each) { return find(again.explanations, each) == nullptr; });
  }
  // Whole numbers, of inputs that are none, and not because nothing is added.
  const Explanation* const whole = find(again.explanations, Explanation{WholeNumbers{}});
  constexpr std::size_t kEnough = 4;
  if (whole != nullptr && again.comparison.wrong >= kEnough &&
      find(trial.explanations, Explanation{StoredZero{}}) == nullptr) {
    all.insert(all.begin(), Explanation{WholeNumbers{}});
  }
  if (again.comparison.wrong > wrong) {
    trial.comparison = std::move(again.comparison);
    for (Complaint& complaint : trial.complaints) {
      if (holds_alternative<WrongValues>(complaint.fact)) {
        complaint.fact = WrongValues{input.given.kind, trial.comparison.wrong, elements};
      }
    }
  }
  return all;
}

// At the first wrong shape, if its own values give no cause.
void add_what_is_common(const std::vector<ShapeRuns>& shapes,
                        const std::vector<ShapeOutcome>& outcomes,
                        std::vector<std::optional<Settled>>& causes) {
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (outcomes[i].is_right) {
      continue;
    }
    // Others than one wrong index or extent gives at one shape or another.
    const Verdict verdict = shapes[i].verdict.value_or(Verdict::low_precision);
    if (verdict == Verdict::low_precision ||
        !(is_about_values(verdict) || verdict == Verdict::out_of_bounds)) {
      return;
    }
    first = first.value_or(i);
  }
  std::vector<ShapeOutcome> run;  // of the others nothing is known
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (shapes[i].was_run) {
      run.push_back(outcomes[i]);
    }
  }
  constexpr std::ptrdiff_t kEnough = 3;  // if not all were run
  const auto wrong = std::ranges::count(run, false, &ShapeOutcome::is_right);
  const auto common =
      run.size() == shapes.size() || wrong >= kEnough ? right_only(run) : std::nullopt;
  // Which part is wrong follows from where a whole step ends.
  const auto is_part = [](const std::optional<Settled>& cause) {
    const auto* const part = cause ? get_if<PartWrong>(&cause->cause) : nullptr;
    return part != nullptr && !part->extent;
  };
  const bool is_told = first && (causes[*first] || shapes[*first].own_cause);
  const bool is_of_part = first && (is_part(causes[*first]) || !causes[*first]) &&
                          (is_part(shapes[*first].own_cause) || !shapes[*first].own_cause);
  if (first && common && (!is_told || (is_of_part && cause_is<RightOnlyForMultiples>(*common)))) {
    causes[*first] = Settled{*common, {}};
  }
}

}  // namespace

void note_failure(Session& session, Trial& trial, const TrialInput& input, ShapeRuns& runs) {
  runs.verdict = worst(trial).verdict;
  runs.outcome.has_unwritten = trial.comparison.unwritten > 0;
  TrialInput other_order = input;
  other_order.mode.schedule_seed ^= 1;
  if (trial.outcome.reply.streams_in_no_order && attempt(session, other_order).right()) {
    runs.outcome.explanations = trial.explanations = {{StreamsInNoOrder{}}};
    runs.own_cause = Settled{StreamsInNoOrder{}, {}};
    return;
  }
  if (runs.verdict != Verdict::uninitialised && runs.verdict != Verdict::timed_out) {
    runs.outcome.explanations = unrefuted(session, trial, input);
  }
  const Explanation* const own = telling_explanation(trial);
  const bool is_refuted = own != nullptr && is_about_values(*runs.verdict) &&
                          find(runs.outcome.explanations, *own) == nullptr;
  if (own != nullptr && !is_refuted) {
    runs.own_cause = Settled{own->cause, {}};
  }
}

std::vector<std::optional<Settled>> common_causes(const std::vector<ShapeRuns>& shapes) {
  std::vector<ShapeOutcome> outcomes;
  std::ranges::transform(shapes, std::back_inserter(outcomes), &ShapeRuns::outcome);
  std::vector<std::optional<Settled>> causes = settled(outcomes);
  for (std::size_t i = 0; i < causes.size(); ++i) {
    const auto& verdict = shapes[i].verdict;
    const bool is_about = verdict && is_about_values(*verdict);
    const bool is_asked = verdict && (!outcomes[i].explanations.empty() ||
                                      (is_about && *verdict != Verdict::low_precision));
    if (causes[i] && !(is_asked && (is_about || !says_only_where(causes[i]->cause)))) {
      causes[i].reset();
    }
  }
  add_what_is_common(shapes, outcomes, causes);
  return causes;
}

}  // namespace gemmlab
