// The closed list of what a lab can be told, in the order in which the first failing one is chosen.
#pragma once

#include "common/facts/names.h"

namespace gemmlab {

enum class FindingKind;

enum class Verdict {
  not_graded,  // no judgement was possible: the reason is in the message; never a pass
  does_not_compile,
  not_started,  // equals the skeleton, comments and blanks apart
  unfinished,   // C is not written in any shape
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

// Whether `a` comes before `b` in the closed order. NOT GRADED comes before all.
bool is_graver(Verdict a, Verdict b);

// What was computed is wrong, and nothing graver was seen.
bool is_about_values(Verdict verdict);

// The kernel broke a rule of memory or of barriers: it may run on, or come out right by chance.
bool is_about_memory(Verdict verdict);

// C was computed rightly: what is left is how.
bool has_right_values(Verdict verdict);

// The program was not run far enough to say anything of its results.
bool is_before_results(Verdict verdict);

// What a finding is called when it decides.
Verdict verdict_of(FindingKind kind);

// As students, result files and mutants' first lines have them.
template <>
struct EnumNames<Verdict> {
  static constexpr std::string_view all[] = {
      "NOT GRADED",
      "DOES NOT COMPILE",
      "NOT STARTED",
      "UNFINISHED",
      "EXITED",
      "CRASHED",
      "TIMED OUT",
      "LAUNCH FAILED",
      "OUT OF BOUNDS",
      "MISALIGNED",
      "WRONG ADDRESS SPACE",
      "BARRIER DIVERGENCE",
      "RACE",
      "UNINITIALISED",
      "INPUT MODIFIED",
      "NOT FINITE",
      "TRANSPOSED",
      "PARTIAL",
      "LOW PRECISION",
      "WRONG",
      "MISSES THE POINT",
      "UNCOALESCED",
      "BANK CONFLICTS",
      "TOO SLOW",
      "PASSED",
  };
};

}  // namespace gemmlab
