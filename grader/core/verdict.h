// The closed list of verdicts for a lab. The first one in this order that applies is reported.
#pragma once

#include "common/facts/names.h"

namespace gemmlab {

enum class FindingKind;

enum class Verdict {
  not_graded,  // no judgement was possible: the message gives the reason; never a pass
  does_not_compile,
  not_started,  // equals the skeleton except for comments and blanks
  unfinished,   // C is never written, at any shape
  exited,
  crashed,
  timed_out,
  launch_failed,
  out_of_bounds,
  misaligned,
  wrong_address_space,
  barrier_divergence,
  race,
  uninitialised,
  input_modified,
  not_finite,
  transposed,
  partial,
  low_precision,
  wrong,
  misses_the_point,
  uncoalesced,
  bank_conflicts,
  too_slow,
  passed,
};

// Whether `a` comes before `b` in the closed order. NOT GRADED comes first.
constexpr bool is_graver(Verdict a, Verdict b) {
  return a < b;
}

// The computed values are wrong, and nothing more severe was found.
constexpr bool is_about_values(Verdict verdict) {
  return verdict >= Verdict::not_finite && verdict <= Verdict::wrong;
}

// The kernel broke a rule of memory or barriers: it may run forever, or give right values by
// chance.
constexpr bool is_about_memory(Verdict verdict) {
  return verdict >= Verdict::out_of_bounds && verdict <= Verdict::race;
}

// C is correct: what remains is how it was computed.
constexpr bool has_right_values(Verdict verdict) {
  return verdict >= Verdict::misses_the_point;
}

// The program did not run far enough to judge its results.
constexpr bool is_before_results(Verdict verdict) {
  return verdict <= Verdict::unfinished;
}

// The verdict for a finding that decides.
Verdict verdict_of(FindingKind kind);

// As written for students, in result files and in mutants' first lines.
GEMMLAB_NAMES_IN(
    Verdict,
    "NOT GRADED, DOES NOT COMPILE, NOT STARTED, UNFINISHED, EXITED, CRASHED, TIMED OUT, "
    "LAUNCH FAILED, OUT OF BOUNDS, MISALIGNED, WRONG ADDRESS SPACE, BARRIER DIVERGENCE, RACE, "
    "UNINITIALISED, INPUT MODIFIED, NOT FINITE, TRANSPOSED, PARTIAL, LOW PRECISION, WRONG, "
    "MISSES THE POINT, UNCOALESCED, BANK CONFLICTS, TOO SLOW, PASSED")

}  // namespace gemmlab
