#include "grader/judge/values/change_runs.h"

#include <algorithm>
#include <tuple>

#include "grader/judge/plan.h"

namespace gemmlab {
namespace {

// Two threads store to the same place: an index is wrong, or the distance between outputs.
bool is_shared_element(const Failure& failure) {
  const auto* const finding = get_if<Finding>(&failure.fact);
  const auto* const race = finding != nullptr ? get_if<Race>(&finding->fact) : nullptr;
  return race != nullptr && race->access == Access::write && race->other_wrote;
}

bool names(const std::string& text, const char* word) {
  return text.find(word) != std::string::npos;
}

// Of copies that run ahead: the wrong stage, or a wait for the wrong group.
bool is_shared_stage(const Failure& failure, const std::string& text) {
  const auto* const finding = get_if<Finding>(&failure.fact);
  return names(text, "__pipeline_") && finding != nullptr && holds_alternative<Race>(finding->fact);
}

// One thread reads, by the same statement, what another stores: of an index that is off by one.
bool is_of_one_statement(const Failure& failure) {
  const auto* const finding = get_if<Finding>(&failure.fact);
  return finding != nullptr && holds_alternative<Race>(finding->fact) && finding->other &&
         finding->other->line == finding->at.line;
}

// Whether another variable, sign or order somewhere may be all that is needed.
bool may_be_small(const Failure& failure, const std::string& text) {
  constexpr Verdict kOthers[] = {Verdict::out_of_bounds, Verdict::launch_failed,
                                 Verdict::uninitialised, Verdict::misaligned};
  // Right values, and elements stored by too many threads, or by others.
  const bool is_of_work =
      failure.verdict == Verdict::misses_the_point && holds_alternative<StepFault>(failure.fact);
  return is_about_values(failure.verdict) || is_shared_element(failure) ||
         is_shared_stage(failure, text) ||
         (failure.verdict == Verdict::unfinished && names(text, "atomic")) ||  // who is the last
         is_of_one_statement(failure) || is_of_work ||
         std::ranges::find(kOthers, failure.verdict) != std::end(kOthers);
}

}  // namespace

std::optional<ChangeRuns> runs_to_try(const std::vector<Judgement>& judgements,
                                      const std::vector<TrialInput>& inputs,
                                      double accesses_of_tests, const std::string& text) {
  const auto fails = [](const Judgement& each) { return each.outcome == CheckOutcome::failed; };
  const Verdict worst = gravest_of(judgements);
  const auto telling = std::ranges::find_if(
      judgements, [&](const Judgement& each) { return fails(each) && each.verdict == worst; });
  if (telling == judgements.end() || !may_be_small(*telling->failure, text)) {
    return std::nullopt;
  }
  constexpr std::uint64_t kDear = 600'000'000;
  std::vector<std::tuple<bool, bool, std::uint64_t, std::size_t>> order;  // first those that fail
  for (std::size_t i = 0; i < judgements.size(); ++i) {
    if (inputs[i].given.shape.counted && !fails(judgements[i])) {
      continue;  // of much cost, and hardly any news
    }
    const std::uint64_t cost = access_budget(inputs[i].given.shape);
    order.emplace_back(!fails(judgements[i]), inputs[i].given.shape.only_launch || cost > kDear,
                       cost, i);
  }
  std::ranges::sort(order);
  ChangeRuns runs{.accesses_of_tests = accesses_of_tests};
  for (const auto& [is_right, is_late, cost, i] : order) {
    const bool is_dear = !runs.cheap.empty() && cost > kDear;
    TrialInput run = inputs[i];  // of the first, the launch alone tells nothing unless it failed
    run.mode.read_back = ReadBack::as_it_is;
    run.given.shape.only_launch &=
        !runs.cheap.empty() || judgements[i].verdict == Verdict::launch_failed;
    (is_dear ? runs.dear : runs.cheap).push_back(run);
  }
  for (const Judgement& each : judgements) {
    for (const Place& place : each.failure ? each.failure->places : std::vector<Place>()) {
      runs.lines.insert(place.line);
    }
  }
  return runs;
}

}  // namespace gemmlab
