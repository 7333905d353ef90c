#include "grader/core/facts/check.h"

namespace gemmlab {

GEMMLAB_ONE_OF_CODE(Cause)
GEMMLAB_ONE_OF_CODE(Fact)
GEMMLAB_ONE_OF_CODE(RefusalCause)
GEMMLAB_ONE_OF_CODE(UntimedCause)

Status Check::status() const {
  if (outcome == CheckOutcome::passed) {
    return Status::passed;
  }
  const bool is_blame = reason >= Reason::skeleton && reason <= Reason::values_wrong;
  const bool is_against = outcome == CheckOutcome::failed || outcome == CheckOutcome::refused ||
                          (outcome == CheckOutcome::not_run && is_blame);
  return is_against ? Status::failed : Status::not_graded;
}

std::vector<int> Check::lines() const {
  std::vector<int> lines;
  std::ranges::transform(places, std::back_inserter(lines), &Place::line);
  return lines;
}

Check passed(Check planned) {
  planned.outcome = CheckOutcome::passed;
  planned.verdict = Verdict::passed;
  return planned;
}

Check failed(Check planned, Verdict verdict, Fact fact, std::vector<Place> places) {
  planned.outcome = CheckOutcome::failed;
  planned.verdict = verdict;
  planned.fact = std::move(fact);
  planned.places = std::move(places);
  return planned;
}

Check looked_at_first(Check check, const std::vector<int>& lines) {
  std::ranges::transform(lines, std::inserter(check.places, check.places.begin()), [](int line) {
    return Place{"", line};
  });
  return check;
}

Check refused(Check planned, Fact fact, std::vector<Place> places) {
  planned = failed(std::move(planned), Verdict::not_graded, std::move(fact), std::move(places));
  planned.outcome = CheckOutcome::refused;
  return planned;
}

Check not_run(Check planned, Verdict blamed, Reason reason) {
  planned.outcome = CheckOutcome::not_run;
  planned.verdict = blamed;
  planned.reason = reason;
  return planned;
}

Check not_graded(Check planned, Reason reason, std::string machine) {
  planned.outcome = CheckOutcome::not_graded;
  planned.reason = reason;
  planned.machine = std::move(machine);
  return planned;
}

std::vector<Check> not_run(std::vector<Check> planned, Verdict blamed, Reason reason) {
  for (Check& check : planned) {
    check = not_run(std::move(check), blamed, reason);
  }
  return planned;
}

Verdict verdict_of(FindingKind kind) {
  using enum Verdict;
  constexpr Verdict kVerdicts[] = {
      crashed,    timed_out,           out_of_bounds,      out_of_bounds,
      misaligned, wrong_address_space, barrier_divergence, barrier_divergence,
      race,       input_modified,      uninitialised,      barrier_divergence,
      race};
  static_assert(std::size(kVerdicts) == std::size(EnumNames<FindingKind>::all));
  return kVerdicts[int(kind)];
}

bool gives_way(const Fact& fact) {
  const auto* const finding = std::get_if<Finding>(&fact);
  const auto* const apart =
      finding == nullptr ? nullptr : std::get_if<BarriersApart>(&finding->fact);
  return apart != nullptr && !apart->is_read_after;
}

std::pair<bool, Verdict> headline_order(const Check& check) {
  return {check.fact && gives_way(*check.fact), check.verdict};
}

Verdict gravest(const std::vector<Check>& checks) {
  std::pair first{true, Verdict::passed};
  for (const Check& check : checks) {
    if (check.status() == Status::failed) {
      first = std::min(first, headline_order(check));
    }
  }
  return first.second;
}

std::string_view name_of(const Cause& cause) {
  return std::visit([]<typename Each>(const Each&) { return fact_name<Each>(); }, cause.plain());
}

std::vector<std::string_view> all_cause_names() {
  return []<typename... Each>(const std::variant<Each...>&) {
    return std::vector<std::string_view>{fact_name<Each>()...};
  }(Cause());
}

bool is_cause_name(std::string_view name) {
  return std::ranges::count(all_cause_names(), name) > 0;
}

bool says_only_where(const Cause& cause) {
  return is<NotWritten, PartNotWritten, StoredZero, LastTileWrong, PartWrong, SomeOutputsWrong>(
      cause);
}

}  // namespace gemmlab
