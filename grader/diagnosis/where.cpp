// Hypotheses from where in C elements are wrong, whatever they hold.
#include <fmt/format.h>

#include <algorithm>

#include "grader/diagnosis/elements.h"
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
void explain_extents(const WrongElements& is,
                     const Region& region,
                     const std::string& where,
                     Explanations& found) {
  int variant = 0;
  const auto begins_at = [&](int extent) {
    return (region.rows.is(Kind::from) && region.rows.first == extent && extent != is.m) ||
           (region.cols.is(Kind::from) && region.cols.first == extent && extent != is.n);
  };
  for (const auto& [extent, name] :
       {std::pair{is.k, "k"}, std::pair{is.n, "n"}, std::pair{is.m, "m"}}) {
    --variant;
    if (begins_at(extent)) {
      found.add_if_repeated(
          Diagnosis::part_wrong,
          where + fmt::format("it begins at {} = {}. Does a guard compare a row or a column with "
                              "{}? Rows of C belong to m, columns to n.",
                              name, extent, name),
          variant);
    }
  }
}

void explain_band(const WrongElements& is, const Region& region, Explanations& found) {
  const std::string where = named(region, is.m, is.n, " and ") +
                            (is_one_line(region) ? " is" : " are") + " wrong, the rest is right: ";
  if (is_edge(region.rows) && is_edge(region.cols)) {
    const bool is_row = is_last_tile(is, region.rows, is.m);
    const bool is_col = is_last_tile(is, region.cols, is.n);
    if ((is_row || region.rows.is(Kind::none)) && (is_col || region.cols.is(Kind::none))) {
      found.add_certain(Diagnosis::last_tile_wrong,
                        where + fmt::format("that is the last {} of tiles. Look at what a block "
                                            "does that hangs over the edge of C.",
                                            is_row && is_col ? "row and column"
                                            : is_row         ? "row"
                                                             : "column"));
    }
    if (all_but_first_tile(is, region)) {
      found.add_certain(Diagnosis::right_only_in_one_block,
                        where +
                            "only the first tile of C. Look at what changes from one block to "
                            "the next.");
    }
  }
  if (is_edge(region.rows) && is_edge(region.cols)) {
    explain_extents(is, region, where, found);
    found.add_certain(Diagnosis::part_wrong,
                      where + "look at what changes there: a guard, or how an index goes on.");
  }
  const bool is_every_thread = is_regular(region.rows) && is_regular(region.cols);
  if (is_every_thread || may_be_last_outputs(is, region)) {
    const std::string sentence =
        where +
        "the same outputs of every thread. Look at the index, or the loop, "
        "that tells a thread's outputs apart.";
    is_every_thread ? found.add_certain(Diagnosis::some_outputs_wrong, sentence)
                    : found.add(Diagnosis::some_outputs_wrong, sentence);
  }
}

void explain_crossing(const WrongElements& is, const Region& region, Explanations& found) {
  const bool is_row = is_last_tile(is, region.rows, is.m);
  const bool is_col = is_last_tile(is, region.cols, is.n);
  if ((is_row && is_col) || (is_row && region.cols.is(Kind::all)) ||
      (is_col && region.rows.is(Kind::all))) {
    found.add_certain(Diagnosis::last_tile_wrong,
                      named(region, is.m, is.n, ", in ") +
                          " are wrong, the rest is right: that is the last tile. Look at what a "
                          "block does that hangs over the edge of C.");
  }
}

}  // namespace

void explain_by_region(const WrongElements& is, Explanations& found) {
  constexpr int kByChance = 10;  // of 100 wrong elements may be right
  const auto region = region_of(
      is.m, is.n, [&](int row, int col) { return is.is_wrong(row, col); }, kByChance);
  if (!region || region->is_everything()) {
    return;
  }
  if (region->kind == Region::Kind::either) {
    explain_band(is, *region, found);
  } else {
    explain_crossing(is, *region, found);
  }
}

}  // namespace gemmlab
