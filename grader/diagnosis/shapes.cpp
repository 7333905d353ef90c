#include "grader/diagnosis/shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

namespace gemmlab {
namespace {

const Explanation* found_in(const ShapeOutcome& outcome, const Explanation& wanted) {
  const auto found = std::find_if(outcome.explanations.begin(), outcome.explanations.end(),
                                  [&](const Explanation& e) {
                                    return e.diagnosis == wanted.diagnosis && e.tile == wanted.tile;
                                  });
  return found == outcome.explanations.end() ? nullptr : &*found;
}

struct Support {
  int shapes = 0;
  bool is_certain = false;
  std::size_t rank = 0;  // sum of its places in the shapes' lists: the less, the more plausible
};

Support support_of(const std::vector<ShapeOutcome>& outcomes, const Explanation& wanted) {
  Support support;
  for (const ShapeOutcome& outcome : outcomes) {
    if (const Explanation* each = found_in(outcome, wanted)) {
      ++support.shapes;
      support.is_certain |= each->is_certain;
      support.rank += each - outcome.explanations.data();
    }
  }
  return support;
}

// Whether it may be said: it is certain for one shape, or repeats itself.
bool is_said(const Explanation& explanation, const Support& support) {
  return support.is_certain || (explanation.may_be_chance && support.shapes >= 2);
}

struct Shared {
  const Explanation* explanation = nullptr;
  const ShapeOutcome* shown_by = nullptr;
  Support support;
};

// The diagnosis that most of the wrong shapes share, if it may be said; shown by the first that is
// certain.
Shared shared(const std::vector<ShapeOutcome>& outcomes) {
  Shared best;
  for (const ShapeOutcome& outcome : outcomes) {
    for (const Explanation& each : outcome.explanations) {
      const Support support = support_of(outcomes, each);
      const bool is_more =
          support.shapes > best.support.shapes ||
          (support.shapes == best.support.shapes && support.rank < best.support.rank);
      if (is_said(each, support) && is_more) {
        best = {&each, &outcome, support};
      }
    }
  }
  for (const ShapeOutcome& outcome : outcomes) {
    const Explanation* each = best.explanation ? found_in(outcome, *best.explanation) : nullptr;
    if (each && each->is_certain && !best.explanation->is_certain) {
      best.explanation = each;
      best.shown_by = &outcome;
    }
  }
  return best;
}

// How many rows, or columns, of C a block has covered where C is right.
int covered_by_block(const std::vector<ShapeOutcome>& outcomes, int axis) {
  int most = 0;
  for (const ShapeOutcome& outcome : outcomes) {
    if (outcome.is_right && outcome.launches.size() == 1) {
      const int blocks = int(outcome.launches.front().grid[axis]);
      const int extent = axis == 0 ? outcome.shape.n : outcome.shape.m;
      most = std::max(most, (extent + blocks - 1) / blocks);
    }
  }
  return most;
}

// With a single block it does not matter which one is which.
bool is_wrong_in_one_block(const ShapeOutcome& outcome) {
  return !outcome.is_right && outcome.launches.size() == 1 &&
         outcome.launches.front().grid == std::array<unsigned, 3>{1, 1, 1};
}

// Says nothing against a grid that would be large enough, as right shapes have shown.
std::vector<ShapeOutcome> without_contradicted(std::vector<ShapeOutcome> outcomes) {
  const int cols = covered_by_block(outcomes, 0), rows = covered_by_block(outcomes, 1);
  const bool only_one_block = std::any_of(outcomes.begin(), outcomes.end(), is_wrong_in_one_block);
  for (ShapeOutcome& outcome : outcomes) {
    if (only_one_block) {
      std::erase_if(outcome.explanations, [](const Explanation& each) {
        return each.diagnosis == Diagnosis::grid_swapped ||
               each.diagnosis == Diagnosis::blocks_swapped ||
               each.diagnosis == Diagnosis::same_tile_everywhere;
      });
    }
    if (outcome.launches.size() == 1 &&
        int(outcome.launches.front().grid[0]) * cols >= outcome.shape.n &&
        int(outcome.launches.front().grid[1]) * rows >= outcome.shape.m) {
      std::erase_if(outcome.explanations, [](const Explanation& each) {
        return each.diagnosis == Diagnosis::grid_rounded_down ||
               each.diagnosis == Diagnosis::grid_too_small ||
               each.diagnosis == Diagnosis::first_block_only;
      });
    }
  }
  return outcomes;
}

using Property = std::function<bool(const Shape& shape)>;

// Whether the right shapes have it and the wrong ones do not.
bool separates(const std::vector<ShapeOutcome>& outcomes, const Property& has) {
  return std::all_of(outcomes.begin(), outcomes.end(), [&](const ShapeOutcome& outcome) {
    return has(outcome.shape) == outcome.is_right;
  });
}

// Whether threads have one index each for all of C.
bool is_launched_flat(const std::vector<ShapeOutcome>& outcomes) {
  return std::all_of(outcomes.begin(), outcomes.end(), [](const ShapeOutcome& outcome) {
    return outcome.launches.size() == 1 && outcome.launches.front().grid[1] == 1 &&
           outcome.launches.front().block[1] == 1;
  });
}

std::optional<Explanation> only_for_squares(const std::vector<ShapeOutcome>& outcomes) {
  struct Equal {
    const char* words;
    Property has;
  };
  const std::vector<Equal> all = {
      {"m = n", [](const Shape& s) { return s.m == s.n; }},
      {"n = k", [](const Shape& s) { return s.n == s.k; }},
      {"m = k", [](const Shape& s) { return s.m == s.k; }},
      {"m = n = k", [](const Shape& s) { return s.m == s.n && s.n == s.k; }},
  };
  for (const auto& [words, has] : all) {
    if (separates(outcomes, has)) {
      return Explanation{Diagnosis::right_only_for_squares,
                         fmt::format("Every shape tried with {} is right, every other one is "
                                     "wrong: one of these extents stands where another belongs. A "
                                     "row of A has k elements, rows of B and C have n.{}",
                                     words,
                                     is_launched_flat(outcomes)
                                         ? " If one index counts all elements of C, its row is "
                                           "index / n and its column index % n."
                                         : "")};
    }
  }
  return std::nullopt;
}

std::optional<Explanation> only_for_multiples(const std::vector<ShapeOutcome>& outcomes) {
  struct Extents {
    const char* words;
    bool m, n, k;
    const char* guards;
  };
  for (int tile : {2, 4, 8, 16, 32, 64, 128}) {
    for (const auto& [words, m, n, k, guards] :
         {Extents{"m, n and k are multiples", true, true, true, "all guards, if there are any"},
          Extents{"m and n are multiples", true, true, false,
                  "row < m and col < n, of which both must hold"},
          Extents{"k is a multiple", false, false, true, "p < k, for A and B"},
          Extents{"m is a multiple", true, false, false, "row < m, for A and C"},
          Extents{"n is a multiple", false, true, false, "col < n, for B and C"}}) {
      const auto fits = [&, m = m, n = n, k = k](const Shape& s) {
        return (!m || s.m % tile == 0) && (!n || s.n % tile == 0) && (!k || s.k % tile == 0);
      };
      if (separates(outcomes, fits)) {
        return Explanation{Diagnosis::right_only_for_multiples,
                           fmt::format("Every shape tried of which {} of {} is right, every other "
                                       "one is wrong: look at what happens where a tile hangs over "
                                       "the edge, and at where the code tests {}.",
                                       words, tile, guards)};
      }
    }
  }
  return std::nullopt;
}

// What the right shapes have at most, and all wrong ones more of; nothing if that is not so.
std::optional<int> most_of(const std::vector<ShapeOutcome>& outcomes,
                           const std::function<int(const Shape&)>& measure) {
  int most = 0;
  for (const ShapeOutcome& outcome : outcomes) {
    most = outcome.is_right ? std::max(most, measure(outcome.shape)) : most;
  }
  const bool is_limit =
      separates(outcomes, [&](const Shape& shape) { return measure(shape) <= most; });
  return is_limit ? std::optional(most) : std::nullopt;
}

std::optional<Explanation> only_up_to(const std::vector<ShapeOutcome>& outcomes) {
  if (const auto most = most_of(outcomes, [](const Shape& s) { return s.k; })) {
    return Explanation{Diagnosis::right_only_in_one_phase,
                       fmt::format("Every shape with k up to {} is right, every one with a longer "
                                   "k is wrong: look at what changes from one tile of k to the "
                                   "next.",
                                   *most)};
  }
  if (const auto most = most_of(outcomes, [](const Shape& s) { return std::max(s.m, s.n); })) {
    return Explanation{Diagnosis::right_only_in_one_block,
                       fmt::format("Every shape with m and n up to {} is right, every larger one "
                                   "is wrong: look at how row and column are used from there on.",
                                   *most)};
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::optional<Explanation>> settled(const std::vector<ShapeOutcome>& all) {
  const std::vector<ShapeOutcome> outcomes = without_contradicted(all);
  const Shared common = shared(outcomes);
  std::vector<std::optional<Explanation>> chosen;
  for (const ShapeOutcome& outcome : outcomes) {
    const Explanation* choice =
        common.explanation ? found_in(outcome, *common.explanation) : nullptr;
    const bool is_own = choice != nullptr;
    for (const Explanation& own : outcome.explanations) {
      choice = choice == nullptr && own.is_certain ? &own : choice;
    }
    chosen.push_back(choice ? std::optional(*choice) : std::nullopt);
    const int agreeing = choice ? support_of(outcomes, *choice).shapes : 0;
    if (!outcome.is_right && !is_own && common.support.shapes >= 2 * std::max(agreeing, 1)) {
      const Shape& shape = common.shown_by->shape;
      chosen.back() = *common.explanation;
      chosen.back()->sentence =
          fmt::format("At {}x{}x{}: {}", shape.m, shape.n, shape.k, common.explanation->sentence);
    }
  }
  return chosen;
}

std::optional<Explanation> right_only(const std::vector<ShapeOutcome>& outcomes) {
  const auto right = std::count_if(outcomes.begin(), outcomes.end(),
                                   [](const ShapeOutcome& each) { return each.is_right; });
  if (right < 2 || std::ssize(outcomes) - right < 2) {
    return std::nullopt;
  }
  for (const auto& find : {only_up_to, only_for_multiples, only_for_squares}) {
    if (auto found = find(outcomes)) {
      return found;
    }
  }
  return std::nullopt;
}

}  // namespace gemmlab
