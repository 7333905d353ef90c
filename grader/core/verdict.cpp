#include "grader/core/verdict.h"

#include "common/facts/finding.h"

namespace gemmlab {

bool is_graver(Verdict a, Verdict b) {
  return a < b;
}

bool is_about_values(Verdict verdict) {
  return verdict >= Verdict::not_finite && verdict <= Verdict::wrong;
}

bool is_about_memory(Verdict verdict) {
  return verdict >= Verdict::out_of_bounds && verdict <= Verdict::race;
}

bool has_right_values(Verdict verdict) {
  return verdict >= Verdict::misses_the_point;
}

bool is_before_results(Verdict verdict) {
  return verdict <= Verdict::unfinished;
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

}  // namespace gemmlab
