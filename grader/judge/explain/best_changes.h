// Which of the changes that help are told: a repair that the file's author would have made.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "grader/core/facts/check.h"

namespace gemmlab {

// One after which C is right in all runs so far.
struct Helpful {
  Change change;
  int number = 0;
  std::uint64_t wasted = 0;  // units that warps moved in vain
  std::uint64_t accesses = 0;
  bool is_by_chance = false;  // right without it, too, after it was tried
  bool is_dear = false;       // another moves much less
  bool is_given = false;      // on a line of the skeleton

  std::uint64_t moved() const { return accesses + 8 * wasted; }  // a unit is 32 bytes
  bool is_unlikely() const { return change.likeness == Likeness::unlikely; }
  // Others would only hide it.
  bool is_sure() const { return has_reason(change.kind) || change.likeness < Likeness::shorter; }
};

// The units that warps moved in vain, as bank conflicts and strided accesses make them do.
std::uint64_t wasted_units(const RunCounts& counts);

// The lines of a file that are as in its skeleton.
std::set<int> lines_of_both(const std::string& text, const std::string& skeleton);

// Those that move least and are right in the dear runs, too: a change that repairs the values in a
// way that fails the next check is seldom what its author meant. Where two places disagree, the one
// that is unlike the rest of the file comes first.
std::vector<Change> best_of(std::vector<Helpful> helpful,
                            const std::function<bool(const Helpful& each)>& is_right);

}  // namespace gemmlab
