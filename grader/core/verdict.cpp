#include "grader/core/verdict.h"

#include "common/facts/finding.h"

namespace gemmlab {

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
