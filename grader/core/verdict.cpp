#include "grader/core/verdict.h"

#include "common/facts/finding.h"

namespace gemmlab {

Verdict verdict_of(FindingKind kind) {
  switch (kind) {
    case FindingKind::crash:
      return Verdict::crashed;
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
  }
  return Verdict::crashed;
}

}  // namespace gemmlab
