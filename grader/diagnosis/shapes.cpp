#include "grader/diagnosis/shapes.h"

#include <functional>

namespace gemmlab {
namespace {

struct Support {
  int shapes = 0;
  bool is_certain = false;
  std::size_t rank = 0;  // sum of its positions in the shapes' lists: smaller is more plausible
};

Support support_of(const std::vector<ShapeOutcome>& outcomes, const Explanation& wanted) {
  Support support;
  for (const ShapeOutcome& outcome : outcomes) {
    if (const Explanation* each = find(outcome.explanations, wanted)) {
      ++support.shapes;
      support.is_certain |= each->is_certain;
      support.rank += each - outcome.explanations.data();
    }
  }
  return support;
}

struct Shared {
  const Explanation* explanation = nullptr;
  const ShapeOutcome* shown_by = nullptr;
  Support support;
};

// The diagnosis that most of the wrong shapes share, if it may be reported; shown by the first
// shape that is certain.
Shared shared(const std::vector<ShapeOutcome>& outcomes) {
  Shared best;
  for (const ShapeOutcome& outcome : outcomes) {
    for (const Explanation& each : outcome.explanations) {
      const Support support = support_of(outcomes, each);
      // It may be reported if it is certain for one shape, or occurs repeatedly.
      const bool is_said = support.is_certain || (each.may_be_chance && support.shapes >= 2);
      const bool is_more =
          support.shapes > best.support.shapes ||
          (support.shapes == best.support.shapes && support.rank < best.support.rank);
      if (is_said && is_more) {
        best = {&each, &outcome, support};
      }
    }
  }
  for (const ShapeOutcome& outcome : outcomes) {
    const Explanation* each =
        best.explanation ? find(outcome.explanations, *best.explanation) : nullptr;
    if (each && each->is_certain && !best.explanation->is_certain) {
      best.explanation = each;
      best.shown_by = &outcome;
    }
  }
  return best;
}

// How many rows or columns of C one block covers in shapes where C is right.
int covered_by_block(const std::vector<ShapeOutcome>& outcomes, int axis) {
  int most = 0;
  for (const ShapeOutcome& outcome : outcomes) {
    const LaunchShape* const launch = only_launch(outcome.launches);
    if (outcome.is_right && launch != nullptr) {
      const int blocks = int(launch->grid[axis]);
      const int extent = axis == 0 ? outcome.shape.n : outcome.shape.m;
      most = std::max(most, (extent + blocks - 1) / blocks);
    }
  }
  return most;
}

// With a single block it does not matter which one is which.
bool is_wrong_in_one_block(const ShapeOutcome& outcome) {
  const LaunchShape* const launch = only_launch(outcome.launches);
  return !outcome.is_right && launch != nullptr && launch->grid == std::array<unsigned, 3>{1, 1, 1};
}

// The first tile again in every phase: if that is so, it shows wherever there are more phases.
bool is_refuted_by_phases(const Explanation& claim, const std::vector<ShapeOutcome>& outcomes) {
  constexpr int kMostK = 512;  // of longer sums hardly anything is found
  int shown = 0, not_shown = 0;
  for (const ShapeOutcome& outcome : outcomes) {
    const bool tells = !outcome.is_right && !outcome.launches.empty() && outcome.shape.k <= kMostK;
    const bool is_shown = find(outcome.explanations, claim) != nullptr;
    shown = is_shown ? std::max(shown, outcome.shape.k) : shown;
    not_shown = tells && !is_shown ? std::max(not_shown, outcome.shape.k) : not_shown;
  }
  return not_shown > shown;
}

// Removes claims against a grid that is large enough, as right shapes have shown; and of phases
// that are alike, if more of them are not.
std::vector<ShapeOutcome> without_contradicted(std::vector<ShapeOutcome> outcomes) {
  const std::vector<ShapeOutcome> all = outcomes;
  const int cols = covered_by_block(outcomes, 0), rows = covered_by_block(outcomes, 1);
  const bool only_one_block = std::ranges::any_of(outcomes, is_wrong_in_one_block);
  for (ShapeOutcome& outcome : outcomes) {
    std::erase_if(outcome.explanations, [&](const Explanation& each) {
      return cause_is<K0Missing>(each.cause) && is_refuted_by_phases(each, all);
    });
    if (only_one_block) {
      std::erase_if(outcome.explanations, [](const Explanation& each) {
        return cause_is<GridSwapped, BlocksSwapped, SameTileEverywhere>(each.cause);
      });
    }
    const LaunchShape* const launch = only_launch(outcome.launches);
    if (launch != nullptr && int(launch->grid[0]) * cols >= outcome.shape.n &&
        int(launch->grid[1]) * rows >= outcome.shape.m) {
      std::erase_if(outcome.explanations, [](const Explanation& each) {
        return cause_is<GridRoundedDown, GridTooSmall, FirstBlockOnly>(each.cause);
      });
    }
  }
  return outcomes;
}

// Which products they contain, and how often.
bool is_about_sums(const Cause& cause) {
  return cause_is<KTailMissing, LastPhaseMissing, FirstPhaseOnly, SumStopsEarly,
                  KTakenForOtherExtent, LastProductMissing, FirstProductMissing, FirstProductOnly,
                  LastProductOnly, LastPhaseOnly, FirstPhaseMissing, PhaseRepeated, PhasesOverlap,
                  PartOfEachPhase, EveryOtherProduct, ClampedPastK, WrappedPastK, TileNotZeroFilled,
                  SumMultiplied, RunningSumAdded, K0Missing>(cause);
}

using Property = std::function<bool(const Shape& shape)>;

// Whether the right shapes have the property and the wrong ones do not.
bool separates(const std::vector<ShapeOutcome>& outcomes, const Property& has) {
  return std::ranges::all_of(outcomes, [&](const ShapeOutcome& outcome) {
    return has(outcome.shape) == outcome.is_right;
  });
}

// Whether each thread has a single index into all of C.
bool is_launched_flat(const std::vector<ShapeOutcome>& outcomes) {
  return std::ranges::all_of(outcomes, [](const ShapeOutcome& outcome) {
    const LaunchShape* const launch = only_launch(outcome.launches);
    return launch != nullptr && launch->grid[1] == 1 && launch->block[1] == 1;
  });
}

int value_of(Extent extent, const Shape& shape) {
  return extent == Extent::m ? shape.m : extent == Extent::n ? shape.n : shape.k;
}

using Extents = std::vector<Extent>;

std::optional<Cause> only_for_squares(const std::vector<ShapeOutcome>& outcomes) {
  using enum Extent;
  std::vector<Extents> telling;  // two that tell the same tell only what they have in common
  for (const Extents& equal : {Extents{m, n, k}, {m, n}, {n, k}, {m, k}}) {
    const auto are_equal = [&](const Shape& shape) {
      return std::ranges::all_of(equal, [&](Extent extent) {
        return value_of(extent, shape) == value_of(equal.front(), shape);
      });
    };
    if (separates(outcomes, are_equal)) {
      telling.push_back(equal);
    }
  }
  if (telling.empty()) {
    return std::nullopt;
  }
  return RightOnlyForSquares{telling.size() == 2 ? telling.back() : telling.front(),
                             is_launched_flat(outcomes)};
}

std::optional<Cause> only_for_multiples(const std::vector<ShapeOutcome>& outcomes) {
  using enum Extent;
  std::vector<int> tiles{2, 4, 8, 16, 32, 64, 128};  // the block's width first: more may fit
  const LaunchShape* const launch = only_launch(outcomes.front().launches);
  if (launch != nullptr && launch->block[1] > 1) {
    tiles.insert(tiles.begin(), int(launch->block[0]));
  }
  for (const int tile : tiles) {
    for (const Extents& extents : {Extents{m, n, k}, {m, n}, {k}, {m}, {n}}) {
      const auto are_multiples = [&](const Shape& shape) {
        return std::ranges::all_of(
            extents, [&](Extent extent) { return value_of(extent, shape) % tile == 0; });
      };
      if (separates(outcomes, are_multiples)) {
        return RightOnlyForMultiples{extents, tile};
      }
    }
  }
  return std::nullopt;
}

std::optional<Cause> only_up_to(const std::vector<ShapeOutcome>& outcomes) {
  int k = 0, largest = 0;  // of the right shapes
  for (const ShapeOutcome& outcome : outcomes) {
    if (outcome.is_right) {
      k = std::max(k, outcome.shape.k);
      largest = std::max({largest, outcome.shape.m, outcome.shape.n});
    }
  }
  if (separates(outcomes, [&](const Shape& s) { return s.k <= k; })) {
    return RightOnlyInOnePhase{k};
  }
  if (separates(outcomes, [&](const Shape& s) { return std::max(s.m, s.n) <= largest; })) {
    return RightOnlyInOneBlock{.largest = largest};
  }
  return std::nullopt;
}

}  // namespace

// What was measured at this shape, or may be, and is certain at one of them: it tells more than
// what only the values suggest.
static std::optional<Settled> measured(const ShapeOutcome& outcome,
                                       const std::vector<ShapeOutcome>& outcomes) {
  for (const Explanation& each : outcome.explanations) {
    if (!is_measured(each.cause)) {
      continue;
    }
    for (const ShapeOutcome& other : outcomes) {
      const Explanation* const known = find(other.explanations, each);
      if (each.is_certain) {
        return Settled{each.cause, {}};
      }
      if (known != nullptr && known->is_certain) {
        return Settled{known->cause, other.shape};
      }
    }
  }
  return std::nullopt;
}

std::vector<std::optional<Settled>> settled(const std::vector<ShapeOutcome>& all) {
  const std::vector<ShapeOutcome> outcomes = without_contradicted(all);
  const Shared common = shared(outcomes);
  std::vector<std::optional<Settled>> chosen;
  for (const ShapeOutcome& outcome : outcomes) {
    if (const auto known = measured(outcome, outcomes)) {
      chosen.push_back(known);
      continue;
    }
    const Explanation* choice =
        common.explanation ? find(outcome.explanations, *common.explanation) : nullptr;
    // Of what was measured, another shape may tell more.
    if (choice != nullptr && !choice->is_certain && is_measured(choice->cause)) {
      choice = nullptr;
    }
    const bool is_own = choice != nullptr;
    const auto own = std::ranges::find(outcome.explanations, true, &Explanation::is_certain);
    choice = is_own || own == outcome.explanations.end() ? choice : &*own;
    const int agreeing = choice ? support_of(outcomes, *choice).shapes : 0;
    // What sums hold does not explain what was never written.
    const bool may_explain = common.explanation != nullptr &&
                             !(outcome.has_unwritten && is_about_sums(common.explanation->cause));
    if (!outcome.is_right && !is_own && may_explain &&
        common.support.shapes >= 2 * std::max(agreeing, 1)) {
      chosen.push_back(Settled{common.explanation->cause, common.shown_by->shape});
    } else {
      chosen.push_back(choice ? std::optional(Settled{choice->cause, {}}) : std::nullopt);
    }
  }
  return chosen;
}

bool is_refuted(const Cause& cause, const std::vector<ShapeOutcome>& outcomes) {
  const auto* const first_tile = get_if<K0Missing>(&cause);
  return first_tile != nullptr && is_refuted_by_phases({cause, true, first_tile->tile}, outcomes);
}

std::optional<Cause> right_only(const std::vector<ShapeOutcome>& outcomes) {
  const auto right =
      std::ranges::count_if(outcomes, [](const ShapeOutcome& each) { return each.is_right; });
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
