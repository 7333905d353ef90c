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

}  // namespace gemmlab
