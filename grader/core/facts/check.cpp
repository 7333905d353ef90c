#include "grader/core/facts/check.h"

namespace gemmlab {

static Status status_of(CheckOutcome outcome, Reason reason) {
  if (outcome == CheckOutcome::passed) {
    return Status::passed;
  }
  constexpr Reason kBlames[] = {Reason::skeleton,     Reason::nothing_to_run, Reason::out_of_time,
                                Reason::ended_itself, Reason::ran_on,         Reason::matmul_wrong,
                                Reason::values_wrong};
  const bool is_blame = std::ranges::find(kBlames, reason) != std::end(kBlames);
  const bool is_against = outcome == CheckOutcome::failed || outcome == CheckOutcome::refused ||
                          (outcome == CheckOutcome::not_run && is_blame);
  return is_against ? Status::failed : Status::not_graded;
}

Status Judgement::status() const {
  return status_of(outcome, reason);
}

Status Check::status() const {
  return status_of(outcome, reason);
}

std::vector<int> Check::lines() const {
  std::vector<int> lines;
  std::ranges::transform(places, std::back_inserter(lines), &Place::line);
  return lines;
}

Judgement passed() {
  return {.outcome = CheckOutcome::passed, .verdict = Verdict::passed};
}

Judgement failed(Failure failure) {
  const Verdict verdict = failure.verdict;
  return {.outcome = CheckOutcome::failed, .verdict = verdict, .failure = std::move(failure)};
}

Judgement refused(Fact fact, std::vector<Place> places) {
  return {.outcome = CheckOutcome::refused,
          .failure = Failure{Verdict::not_graded, std::move(fact), std::move(places)}};
}

Judgement not_run(Verdict blamed, Reason reason) {
  return {.outcome = CheckOutcome::not_run, .reason = reason, .verdict = blamed};
}

Judgement not_graded(Reason reason, std::string machine) {
  return {.reason = reason, .machine = std::move(machine)};
}

Check finished(CheckPlan plan, Judgement judgement, Account account) {
  Check check{std::move(plan), std::move(account)};
  check.outcome = judgement.outcome;
  check.reason = judgement.reason;
  check.verdict = judgement.verdict;
  check.machine = std::move(judgement.machine);
  if (judgement.failure) {
    check.fact = std::move(judgement.failure->fact);
    check.error_map = std::move(judgement.failure->error_map);
    check.only_on_gpu = judgement.failure->only_on_gpu;
  }
  return check;
}

Account repeated(const Judgement& judgement) {
  Account account;
  if (judgement.failure) {
    account.places = judgement.failure->places;
    account.failed_call = judgement.failure->failed_call;
  }
  return account;
}

Check finished(CheckPlan plan, Judgement judgement) {
  Account account = repeated(judgement);
  return finished(std::move(plan), std::move(judgement), std::move(account));
}

std::pair<bool, Verdict> headline_order(const Check& check) {
  return {check.fact && gives_way(*check.fact), check.verdict};
}

std::pair<bool, Verdict> headline_order(const Judgement& judgement) {
  return {judgement.failure && gives_way(judgement.failure->fact), judgement.verdict};
}

// Whether infinities are the end of a short format's range, such as half precision's at 65504: then
// what is wrong is that the program rounds.
static bool is_range_of_rounding(const std::vector<Check>& checks) {
  bool any = false, all = true;
  for (const Check& check : checks) {
    if (check.outcome == CheckOutcome::failed && check.verdict == Verdict::not_finite) {
      any = true;
      all = all && check.cause && cause_is<OperandsRounded, NotTf32, SumRounded>(*check.cause);
    }
  }
  return any && all;
}

Verdict gravest(const std::vector<Check>& checks) {
  const bool not_finite_gives_way = is_range_of_rounding(checks);
  std::pair first{true, Verdict::passed};
  for (const Check& check : checks) {
    if (check.status() == Status::failed) {
      std::pair order = headline_order(check);
      order.first |= not_finite_gives_way && check.verdict == Verdict::not_finite;
      first = std::min(first, order);
    }
  }
  return first.second;
}

}  // namespace gemmlab
