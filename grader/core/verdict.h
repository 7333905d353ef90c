// The closed list of verdicts for a lab: one row each.
#pragma once

#include "common/facts/names.h"

namespace gemmlab {

enum class FindingKind;

// What a verdict says of a program.
enum class VerdictGroup {
  before_results,  // it did not run far enough to judge its results
  ended,           // its process or a launch ended early
  memory,  // it broke a rule of memory or barriers: it may run forever, or be right by chance
  inputs,  // it used what nobody had written, or changed what it was given
  values,  // the computed values are wrong, and nothing more severe was found
  right,   // C is correct: what remains is how it was computed
};

// The value, the name as students, result files and mutants' first lines have it, and the group.
// The rows are in the closed order of reports: the first that applies is the headline.
#define GEMMLAB_VERDICTS(ROW)                                                                    \
  ROW(not_graded, "NOT GRADED", before_results) /* no judgement was possible; never a pass */    \
  ROW(does_not_compile, "DOES NOT COMPILE", before_results)                                      \
  ROW(not_started, "NOT STARTED", before_results) /* the skeleton but for comments and blanks */ \
  ROW(unfinished, "UNFINISHED", before_results)   /* C is never written, at any shape */         \
  ROW(exited, "EXITED", ended)                                                                   \
  ROW(crashed, "CRASHED", ended)                                                                 \
  ROW(timed_out, "TIMED OUT", ended)                                                             \
  ROW(launch_failed, "LAUNCH FAILED", ended)                                                     \
  ROW(out_of_bounds, "OUT OF BOUNDS", memory)                                                    \
  ROW(misaligned, "MISALIGNED", memory)                                                          \
  ROW(wrong_address_space, "WRONG ADDRESS SPACE", memory)                                        \
  ROW(barrier_divergence, "BARRIER DIVERGENCE", memory)                                          \
  ROW(race, "RACE", memory)                                                                      \
  ROW(uninitialised, "UNINITIALISED", inputs)                                                    \
  ROW(input_modified, "INPUT MODIFIED", inputs)                                                  \
  ROW(not_finite, "NOT FINITE", values)                                                          \
  ROW(transposed, "TRANSPOSED", values)                                                          \
  ROW(partial, "PARTIAL", values)                                                                \
  ROW(low_precision, "LOW PRECISION", values)                                                    \
  ROW(wrong, "WRONG", values)                                                                    \
  ROW(misses_the_point, "MISSES THE POINT", right)                                               \
  ROW(uncoalesced, "UNCOALESCED", right)                                                         \
  ROW(bank_conflicts, "BANK CONFLICTS", right)                                                   \
  ROW(too_slow, "TOO SLOW", right)                                                               \
  ROW(passed, "PASSED", right)

#define GEMMLAB_VALUE_OF_ROW(value, text, group) value,
enum class Verdict { GEMMLAB_VERDICTS(GEMMLAB_VALUE_OF_ROW) };
#undef GEMMLAB_VALUE_OF_ROW

template <>
struct EnumNames<Verdict> {
#define GEMMLAB_NAME_OF_ROW(value, text, group) std::string_view(text),
  static constexpr auto all = std::to_array({GEMMLAB_VERDICTS(GEMMLAB_NAME_OF_ROW)});
#undef GEMMLAB_NAME_OF_ROW
};

constexpr VerdictGroup group_of(Verdict verdict) {
  switch (verdict) {
#define GEMMLAB_GROUP_OF_ROW(value, text, group) \
  case Verdict::value:                           \
    return VerdictGroup::group;
    GEMMLAB_VERDICTS(GEMMLAB_GROUP_OF_ROW)
#undef GEMMLAB_GROUP_OF_ROW
  }
  return VerdictGroup::before_results;
}

// Whether `a` comes before `b` in the closed order. NOT GRADED comes first.
constexpr bool is_graver(Verdict a, Verdict b) {
  return a < b;
}

constexpr bool is_before_results(Verdict verdict) {
  return group_of(verdict) == VerdictGroup::before_results;
}
constexpr bool is_about_memory(Verdict verdict) {
  return group_of(verdict) == VerdictGroup::memory;
}
constexpr bool is_about_values(Verdict verdict) {
  return group_of(verdict) == VerdictGroup::values;
}
constexpr bool has_right_values(Verdict verdict) {
  return group_of(verdict) == VerdictGroup::right;
}

// The verdict for a finding that decides.
Verdict verdict_of(FindingKind kind);

}  // namespace gemmlab
