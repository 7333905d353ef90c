// Hypotheses about which of the k products are in each sum, and how often.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grader/diagnosis/elements.h"

namespace gemmlab {
namespace {

void explain_repetition(const WrongElements& is, int tile, Explanations& found) {
  const int k = is.k;
  const int phases = (k + tile - 1) / tile;
  if (phases > 1) {
    const int last = (phases - 1) * tile;
    if (explains_as_sum(is, [&](int p) { return p < tile ? 2 : 1; }) ||
        explains_as_sum(is, [&](int p) { return p < last ? 1 : 2; })) {
      found.add(Diagnosis::phase_repeated,
                fmt::format("One tile of k ({} products) is added twice: a round of the loop over "
                            "the tiles is done once before or after it, too.",
                            tile),
                tile);
    }
    if (explains_as_sum(is, [&](int p) { return phases - p / tile; })) {
      found.add(Diagnosis::running_sum_added,
                "After every tile of k the sum so far is added to C once more. Add what is new "
                "only, or store once, after the loop.",
                tile);
    }
  }
  // Tiles that begin at 0, 1, 2 and so on: as many as there are phases, or k of them.
  for (int tiles : {phases, k}) {
    if (phases > 1 && explains_as_sum(is, [&](int p) {
          return std::max(0, std::min(p, tiles - 1) - std::max(0, p - tile + 1) + 1);
        })) {
      found.add(Diagnosis::phases_overlap,
                fmt::format("The tiles of k begin at 0, 1, 2 and so on instead of every {}: a "
                            "round's number stands where that number times the tile belongs, or "
                            "k0 grows by one.",
                            tile),
                tile);
    }
  }
  // Past k the tiles still hold the phase before: products k - tile .. end - tile count again.
  const int end = phases * tile - tile;
  if (phases > 1 && k % tile != 0 &&
      explains_as_sum(is, [&](int p) { return p >= k - tile && p < end ? 2 : 1; })) {
    found.add(Diagnosis::tile_not_zero_filled,
              fmt::format("Past k = {} the tiles still hold the elements of the round before, and "
                          "these are added again. Where the matrix has no element, store 0 in the "
                          "tile instead of nothing.",
                          k),
              tile);
  }
}

void explain_parts(const WrongElements& is, int tile, Explanations& found) {
  if (tile > is.k) {
    return;
  }
  for (int part = 1; part < tile; ++part) {
    if (explains_as_sum(is, [&](int p) { return p % tile < part; })) {
      found.add(Diagnosis::part_of_each_phase,
                fmt::format("Of every {} products, a tile of k, each sum has the first {} only: "
                            "the loop over a tile's products ends early.",
                            tile, part),
                tile);
    }
    if (explains_as_sum(is, [&](int p) { return p % tile >= part; })) {
      found.add(Diagnosis::part_of_each_phase,
                fmt::format("Of every {} products, a tile of k, each sum lacks the first {}: the "
                            "loop over a tile's products begins late, or sets the sum again.",
                            tile, part),
                tile);
    }
  }
}

void explain_strides(const WrongElements& is, Explanations& found) {
  for (int stride = 2; stride <= 32 && stride < is.k; ++stride) {
    for (int first : {0, stride - 1}) {
      if (explains_as_sum(is, [&](int p) { return p % stride == first; })) {
        found.add(Diagnosis::every_other_product,
                  fmt::format("Each sum holds one product in {} only: p = {}, {} and so on. The "
                              "loop over k steps too far, or overwrites what it has summed up.",
                              stride, first, first + stride));
      }
    }
  }
}

// got / what it should be, if that is one whole number for all.
void explain_factor(const WrongElements& is, Explanations& found) {
  for (const auto [row, col] : is.wrong()) {
    const double expected = is.should_be(row, col);
    if (expected == 0) {
      continue;
    }
    const double factor = std::round(is.got(row, col) / expected);
    if (!explains_as_sum(is, [&](int) { return factor; })) {
      return;
    }
    if (factor == -1) {
      found.add(Diagnosis::negated,
                "Every element has the wrong sign: the products are subtracted.");
    } else if (factor >= 2 && factor <= 4096) {
      found.add(Diagnosis::sum_multiplied,
                fmt::format("Every element is {} what it should be: each product is added {} "
                            "times. Several threads or blocks add to the same element, or a loop "
                            "around the sum does it again.",
                            factor == 2 ? "twice" : fmt::format("{} times", factor), factor));
    }
    return;
  }
}

void explain_clamping(const WrongElements& is, Explanations& found) {
  for (const auto [row, col] : is.wrong()) {
    const double last = is.a(row, is.k - 1) * is.b(is.k - 1, col);
    if (last == 0) {
      continue;
    }
    const double times = std::round((is.got(row, col) - is.should_be(row, col)) / last);
    if (times >= 1 && times < 128 &&
        explains_as_sum(is, [&](int p) { return p + 1 < is.k ? 1 : 1 + times; })) {
      found.add(Diagnosis::clamped_past_k,
                fmt::format("The last product, p = {}, is added {} times too often: past k the "
                            "last element is loaded again. Load 0 there.",
                            is.k - 1, times));
    }
    return;
  }
}

// Nothing is summed up where k is shorter than a tile: seen alone that is just a zero.
void explain_zero(const WrongElements& is, Explanations& found) {
  const char* const kStoredZero =
      "Zero is stored where a sum belongs: nothing was added to it, or nothing but 0 was loaded. "
      "Look at the guards of the loads, at whether the loop over k runs at all, and at what is "
      "stored.";
  if (is.k == 1 || is.run.comparison.wrong < 4) {  // one product, or so few, may be 0 otherwise
    found.add_agreeing(Diagnosis::stored_zero, kStoredZero);
  } else {
    found.add_certain(Diagnosis::stored_zero, kStoredZero);
  }
  for (int tile : is.tiles()) {
    if (is.m < tile || is.n < tile) {
      found.add(Diagnosis::last_tile_wrong,
                "Zero is stored: C is less than a tile here, and in a partial tile nothing is "
                "summed up. Look at what a block does that hangs over the edge of C.");
    }
    if (is.k < tile) {
      found.add(Diagnosis::k_tail_missing,
                fmt::format("Zero is stored: k = {} is less than a tile, and a partial tile of k "
                            "is left out. Round the number of k tiles up, and fill with 0 past "
                            "the end.",
                            is.k),
                tile);
    }
    if (is.k <= tile) {
      found.add(Diagnosis::last_phase_missing,
                fmt::format("Zero is stored: k = {} is one tile of k, and the last round of the "
                            "loop over the tiles is missing. Look at that loop's condition.",
                            is.k),
                tile);
    }
  }
  if (is.m == 1 || is.n == 1) {
    found.add(Diagnosis::shifted_by_one,
              "Zero is stored: C has one row or column here, and that of its neighbour is taken, "
              "which does not exist.");
  }
  if (is.k == 1) {
    found.add(Diagnosis::last_product_missing,
              "Zero is stored: the loop over k, or a guard of what it loads, ends one early.");
    found.add(Diagnosis::first_product_missing,
              "Zero is stored: the loop over k begins at 1 instead of 0.");
  }
}

}  // namespace

void explain_by_products(const WrongElements& is, Explanations& found) {
  if (explains_as_sum(is, [](int) { return 0; })) {
    if (!is.run.whole_numbers_were_right) {  // else something is stored, and lost by rounding
      explain_zero(is, found);
    }
    return;
  }
  explain_factor(is, found);
  explain_by_cut(is, found);
  for (int tile : is.tiles()) {
    explain_repetition(is, tile, found);
  }
  explain_clamping(is, found);
  explain_strides(is, found);
  for (int tile : is.tiles()) {
    explain_parts(is, tile, found);
  }
}

}  // namespace gemmlab
