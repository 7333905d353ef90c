#include "grader/core/verdict.h"

#include <algorithm>
#include <array>
#include <utility>

#include "common/facts/finding.h"

namespace gemmlab {
namespace {

constexpr std::array<std::pair<Verdict, std::string_view>, 25> kNames{{
    {Verdict::not_graded, "NOT GRADED"},
    {Verdict::does_not_compile, "DOES NOT COMPILE"},
    {Verdict::not_started, "NOT STARTED"},
    {Verdict::unfinished, "UNFINISHED"},
    {Verdict::exited, "EXITED"},
    {Verdict::crashed, "CRASHED"},
    {Verdict::timed_out, "TIMED OUT"},
    {Verdict::launch_failed, "LAUNCH FAILED"},
    {Verdict::out_of_bounds, "OUT OF BOUNDS"},
    {Verdict::misaligned, "MISALIGNED"},
    {Verdict::wrong_address_space, "WRONG ADDRESS SPACE"},
    {Verdict::barrier_divergence, "BARRIER DIVERGENCE"},
    {Verdict::race, "RACE"},
    {Verdict::uninitialised, "UNINITIALISED"},
    {Verdict::input_modified, "INPUT MODIFIED"},
    {Verdict::not_finite, "NOT FINITE"},
    {Verdict::transposed, "TRANSPOSED"},
    {Verdict::partial, "PARTIAL"},
    {Verdict::low_precision, "LOW PRECISION"},
    {Verdict::wrong, "WRONG"},
    {Verdict::misses_the_point, "MISSES THE POINT"},
    {Verdict::uncoalesced, "UNCOALESCED"},
    {Verdict::bank_conflicts, "BANK CONFLICTS"},
    {Verdict::too_slow, "TOO SLOW"},
    {Verdict::passed, "PASSED"},
}};

}  // namespace

std::string_view name(Verdict verdict) {
  return std::find_if(kNames.begin(), kNames.end(),
                      [&](const auto& entry) { return entry.first == verdict; })
      ->second;
}

Verdict verdict_of(FindingKind kind) {
  switch (kind) {
    case FindingKind::endless:
      return Verdict::timed_out;
    case FindingKind::out_of_bounds_write:
    case FindingKind::out_of_bounds_read:
      return Verdict::out_of_bounds;
    case FindingKind::misaligned:
      return Verdict::misaligned;
    case FindingKind::wrong_address_space:
      return Verdict::wrong_address_space;
    case FindingKind::barrier_divergence:
    case FindingKind::deadlock:
    case FindingKind::early_exit:
      return Verdict::barrier_divergence;
    case FindingKind::race:
    case FindingKind::same_value_race:
      return Verdict::race;
    case FindingKind::input_modified:
      return Verdict::input_modified;
    case FindingKind::uninitialised_read:
      return Verdict::uninitialised;
    case FindingKind::crash:
      break;
  }
  return Verdict::crashed;
}

std::optional<Verdict> verdict_named(std::string_view name) {
  for (const auto& [verdict, its_name] : kNames) {
    if (its_name == name) {
      return verdict;
    }
  }
  return std::nullopt;
}

}  // namespace gemmlab
