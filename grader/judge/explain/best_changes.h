// Which of the changes that help are told: a repair that the file's author would have made.
#pragma once

#include <array>
#include <cstddef>
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

// The lines of a text that are none of these.
std::set<int> other_lines(const std::string& text, const std::set<int>& lines);

// The changes from `begin` up to `end`, in groups: the few that have a reason, those that make a
// place like others or leave something out, those of the lines that a failure names, and the rest.
std::array<std::vector<std::size_t>, 4> in_order_of_trial(const std::vector<Change>& changes,
                                                          std::size_t begin, std::size_t end,
                                                          const std::set<int>& lines);

// Those that move least and are right in the dear runs, too: a change that repairs the values in a
// way that fails the next check is seldom what its author meant. Where two places disagree, the one
// that is unlike the rest of the file comes first.
std::vector<Change> best_of(std::vector<Helpful> helpful,
                            const std::function<bool(const Helpful& each)>& is_right);

}  // namespace gemmlab
