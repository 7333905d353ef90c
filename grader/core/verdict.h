// The closed list of what a lab can be told, in the order in which the first failing one is chosen.
#pragma once

#include <optional>
#include <string_view>

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

// "DOES NOT COMPILE": the name as students, result files and mutants' first lines have it.
std::string_view name(Verdict verdict);

// What a finding is called when it decides.
Verdict verdict_of(FindingKind kind);

// The verdict of that name, or nothing.
std::optional<Verdict> verdict_named(std::string_view name);

}  // namespace gemmlab
