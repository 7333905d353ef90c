// Hypotheses from where in C elements are wrong, whatever they hold.
#include <algorithm>

#include "grader/diagnosis/explanations.h"
#include "grader/diagnosis/region.h"

namespace gemmlab {
namespace {

using Kind = Stripes::Kind;

bool is_last_tile(const WrongElements& is, const Stripes& stripes, int extent) {
  return stripes.is(Kind::from) &&
         std::any_of(is.block_tiles().begin(), is.block_tiles().end(),
                     [&](int tile) { return stripes.first == (extent - 1) / tile * tile; });
}

// Whether all is wrong that the blocks behind the first one, in x or y, compute.
bool all_but_first_tile(const WrongElements& is, const Region& region) {
  return is.launch() &&
         std::any_of(is.block_tiles().begin(), is.block_tiles().end(), [&](int tile) {
           return end_of_right(region.rows, is.m) == std::min(tile, is.m) &&
                  end_of_right(region.cols, is.n) == std::min(tile, is.n);
         });
}

// Where one block computes C, the last outputs of its threads are at an edge, too.
bool may_be_last_outputs(const WrongElements& is, const Region& region) {
  return is.launch() && region.rows.is(Kind::from) && region.cols.is(Kind::none) &&
         region.rows.first % int(is.launch()->block[1]) == 0;
}

// The wrong part begins where another extent ends: so it does by chance, too.
void explain_extents(const Region& region, Explanations& found) {
  const WrongElements& is = found.is;
  int variant = 0;
  const auto begins_at = [](const Stripes& stripes, int extent, int own) {
    return stripes.is(Kind::from) && stripes.first == extent && extent != own;
  };
  for (const auto& [extent, value] :
       {std::pair{Extent::k, is.k}, std::pair{Extent::n, is.n}, std::pair{Extent::m, is.m}}) {
    --variant;
    if (begins_at(region.rows, value, is.m) || begins_at(region.cols, value, is.n)) {
      found.add(PartWrong{region, extent, value}, variant, Belief::if_repeated);
    }
  }
}

void explain_band(const Region& region, Explanations& found) {
  const WrongElements& is = found.is;
  const bool is_row = is_last_tile(is, region.rows, is.m);
  const bool is_col = is_last_tile(is, region.cols, is.n);
  if (is_edge(region.rows) && is_edge(region.cols)) {
    if ((is_row || region.rows.is(Kind::none)) && (is_col || region.cols.is(Kind::none))) {
      found.add(LastTileWrong{region, is_row, is_col}, 0, Belief::certain);
    }
    if (all_but_first_tile(is, region)) {
      found.add(RightOnlyInOneBlock{region}, 0, Belief::certain);
    }
    explain_extents(region, found);
    found.add(PartWrong{region}, 0, Belief::certain);
  }
  if (is_regular(region.rows) && is_regular(region.cols)) {
    found.add(SomeOutputsWrong{region}, 0, Belief::certain);
  } else if (may_be_last_outputs(is, region)) {
    found.add(SomeOutputsWrong{region});
  }
}

void explain_crossing(const Region& region, Explanations& found) {
  const bool is_row = is_last_tile(found.is, region.rows, found.is.m);
  const bool is_col = is_last_tile(found.is, region.cols, found.is.n);
  if ((is_row && is_col) || (is_row && region.cols.is(Kind::all)) ||
      (is_col && region.rows.is(Kind::all))) {
    found.add(LastTileWrong{region, is_row, is_col}, 0, Belief::certain);
  }
}

}  // namespace

void explain_by_region(Explanations& found) {
  constexpr int kByChance = 10;  // of 100 wrong elements may be right
  const WrongElements& is = found.is;
  const auto region = region_of(
      is.m, is.n, [&](int row, int col) { return is.is_wrong(row, col); }, kByChance);
  if (!region || is_everything(*region)) {
    return;
  }
  if (region->kind == Region::Kind::either) {
    explain_band(*region, found);
  } else {
    explain_crossing(*region, found);
  }
}

}  // namespace gemmlab
