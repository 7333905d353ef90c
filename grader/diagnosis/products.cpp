#include "grader/diagnosis/products.h"

#include <numeric>

#include "grader/diagnosis/explanations.h"

namespace gemmlab {
namespace {

// Among many candidates, one may fit a few elements by chance.
constexpr std::size_t kEnoughElements = 16;

// All j in 1 .. k-1 for which every wrong element is the sum of its products before j (from_start),
// or from j on.
std::vector<int> cuts_that_fit(const WrongElements& seen, bool from_start) {
  std::vector<int> cuts(seen.k - 1);
  std::iota(cuts.begin(), cuts.end(), 1);
  for (const auto [row, col] : seen.wrong) {
    std::vector<double> before(seen.k + 1);
    for (int p = 0; p < seen.k; ++p) {
      before[p + 1] = before[p] + seen.a(row, p) * seen.b(p, col);
    }
    std::erase_if(cuts, [&, row = row, col = col](int cut) {
      const double sum = from_start ? before[cut] : before[seen.k] - before[cut];
      return !is_close(seen.got(row, col), sum, seen.bound(row, col));
    });
    if (cuts.empty()) {
      break;
    }
  }
  return cuts;
}

// The start of the last phase.
int last_phase(const WrongElements& seen, int tile) {
  return (seen.k - 1) / tile * tile;
}

void explain_other_extent(int cut, Extent extent, int value, Explanations& found) {
  const auto ends_there = [&](int tile) { return cut == (value + tile - 1) / tile * tile; };
  if (ends_there(1) || std::ranges::any_of(found.seen.tiles, ends_there)) {
    found.add(KTakenForOtherExtent{cut, found.seen.k, extent, value});
  }
}

void explain_end(int cut, Explanations& found) {
  const WrongElements& seen = found.seen;
  for (int tile : seen.tiles) {
    if (cut == last_phase(seen, tile)) {
      if (seen.k % tile != 0) {
        found.add(KTailMissing{cut, seen.k}, tile);
      }
      found.add(LastPhaseMissing{cut, seen.k}, tile);
    }
    if (cut == tile) {
      found.add(FirstPhaseOnly{tile, seen.k}, tile);
    }
  }
  if (cut == seen.k - 1) {
    found.add(LastProductMissing{seen.k});
  }
  if (cut == 1) {
    found.add(FirstProductOnly{});
  }
  explain_other_extent(cut, Extent::n, seen.n, found);
  explain_other_extent(cut, Extent::m, seen.m, found);
  found.add(SumStopsEarly{cut, seen.k}, 0,
            seen.wrong.size() >= kEnoughElements ? Belief::as_values_tell : Belief::uncertain);
}

void explain_beginning(int cut, Explanations& found) {
  const WrongElements& seen = found.seen;
  if (cut == seen.k - 1) {
    found.add(LastProductOnly{});
  }
  for (int tile : seen.tiles) {
    if (cut == last_phase(seen, tile)) {
      found.add(LastPhaseOnly{cut}, tile);
    }
    if (cut == tile) {
      found.add(FirstPhaseMissing{tile}, tile);
    }
  }
  if (cut == 1) {
    found.add(FirstProductMissing{seen.k});
  }
}

void explain_repetition(int tile, Explanations& found) {
  const int k = found.seen.k;
  const int phases = (k + tile - 1) / tile, last = last_phase(found.seen, tile);
  if (phases == 1) {
    return;
  }
  found.try_sum(
      PhaseRepeated{tile}, [&](int p) { return p < tile ? 2 : 1; }, tile);
  found.try_sum(
      PhaseRepeated{tile}, [&](int p) { return p < last ? 1 : 2; }, tile);
  found.try_sum(
      RunningSumAdded{}, [&](int p) { return phases - p / tile; }, tile);
  // Tiles that begin at 0, 1, 2 and so on: as many as there are phases, or k of them.
  for (int tiles : {phases, k}) {
    const auto how_often = [&](int p) {
      return std::max(0, std::min(p, tiles - 1) - std::max(0, p - tile + 1) + 1);
    };
    found.try_sum(PhasesOverlap{tile}, how_often, tile);
  }
  // Beyond k the tiles still hold the previous phase: products k - tile .. last - 1 are added
  // again.
  if (k % tile != 0) {
    const auto how_often = [&](int p) { return p >= k - tile && p < last ? 2 : 1; };
    found.try_sum(TileNotZeroFilled{k}, how_often, tile);
  }
}

void explain_parts(int tile, Explanations& found) {
  for (int part = 1; part < tile && tile <= found.seen.k; ++part) {
    for (bool is_missing : {false, true}) {
      const auto is_summed_up = [&](int p) { return (p % tile >= part) == is_missing; };
      found.try_sum(PartOfEachPhase{tile, part, is_missing}, is_summed_up, tile);
    }
  }
}

void explain_strides(Explanations& found) {
  for (int stride = 2; stride <= 32 && stride < found.seen.k; ++stride) {
    for (int first : {0, stride - 1}) {
      found.try_sum(EveryOtherProduct{stride, first}, [&](int p) { return p % stride == first; });
    }
  }
}

// p % k for p: past k the tiles hold the first elements again.
void explain_wrapping(int tile, Explanations& found) {
  const int k = found.seen.k, all = (k + tile - 1) / tile * tile;
  if (all != k) {
    found.try_sum(
        WrappedPastK{tile}, [&](int p) { return all / k + (p < all % k ? 1 : 0); }, tile);
  }
}

// got / expected, if that is the same whole number everywhere.
void explain_factor(Explanations& found) {
  const WrongElements& seen = found.seen;
  const auto at = std::ranges::find_if(
      seen.wrong, [&](Cell at) { return seen.should_be(at.row, at.col) != 0; });
  if (at == seen.wrong.end()) {
    return;
  }
  const double factor = std::round(seen.got(at->row, at->col) / seen.should_be(at->row, at->col));
  if (factor == -1) {
    found.try_sum(Negated{}, [](int) { return -1; });
  } else if (factor >= 2 && factor <= 4096) {
    found.try_sum(SumMultiplied{int(factor)}, [&](int) { return factor; });
  }
}

void explain_clamping(Explanations& found) {
  const WrongElements& seen = found.seen;
  const auto last = [&](Cell at) {
    return seen.a(at.row, seen.k - 1) * seen.b(seen.k - 1, at.col);
  };
  const auto at = std::ranges::find_if(seen.wrong, [&](Cell at) { return last(at) != 0; });
  if (at == seen.wrong.end()) {
    return;
  }
  const double more = seen.got(at->row, at->col) - seen.should_be(at->row, at->col);
  const double times = std::round(more / last(*at));
  if (times >= 1 && times < 128) {
    found.try_sum(ClampedPastK{seen.k, int(times)},
                  [&](int p) { return p + 1 < seen.k ? 1 : 1 + times; });
  }
}

// Nothing is added if k is shorter than a tile: seen alone, that is only a zero.
void explain_zero(Explanations& found) {
  const WrongElements& seen = found.seen;
  // A single product, or very few elements, may be 0 for another reason.
  const bool is_chance = seen.k == 1 || seen.run.comparison.wrong < 4;
  found.add(StoredZero{}, 0, is_chance ? Belief::uncertain : Belief::certain);
  if (seen.run.kind == InputKind::uniform) {  // fractions may be lost
    found.add(WholeNumbers{}, 0, Belief::uncertain);
  }
  for (int tile : seen.tiles) {
    if (seen.m < tile || seen.n < tile) {
      found.add(LastTileWrong{});
    }
    if (seen.k < tile) {
      found.add(KTailMissing{0, seen.k}, tile);
    }
    if (seen.k <= tile) {
      found.add(LastPhaseMissing{0, seen.k}, tile);
    }
  }
  if (seen.m == 1 || seen.n == 1) {
    found.add(ShiftedByOne{});
  }
  if (seen.k == 1) {
    found.add(LastProductMissing{seen.k});
    found.add(FirstProductMissing{seen.k});
  }
}

void explain_by_cut(Explanations& found) {
  for (const bool from_start : {true, false}) {
    for (const int cut : cuts_that_fit(found.seen, from_start)) {
      if (explains_as_sum(found.seen, [&](int p) { return (p < cut) == from_start; })) {
        (from_start ? explain_end : explain_beginning)(cut, found);
      }
    }
  }
}

}  // namespace

void explain_by_products(Explanations& found) {
  const WrongElements& seen = found.seen;
  if (explains_as_sum(seen, [](int) { return 0; })) {
    if (!seen.run.whole_numbers_were_right) {  // else something is stored and lost by rounding
      explain_zero(found);
    }
    return;
  }
  explain_factor(found);
  explain_by_cut(found);
  found.try_widths(seen.tiles, explain_repetition);
  explain_clamping(found);
  explain_strides(found);
  found.try_widths(seen.tiles, explain_wrapping);
  found.try_widths(seen.tiles, explain_parts);
}

}  // namespace gemmlab
