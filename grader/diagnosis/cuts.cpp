// Hypotheses that each sum holds its products up to some p only, or from there on.
#include <numeric>

#include "grader/diagnosis/explanations.h"

namespace gemmlab {
namespace {

// One of many places may fit a few elements by chance.
constexpr std::size_t kManyElements = 16;

// The j in 1 .. k-1 for which every wrong element is the sum of its products before j (from_start),
// or from j on.
std::vector<int> cuts_that_fit(const WrongElements& is, bool from_start) {
  std::vector<int> cuts(is.k - 1);
  std::iota(cuts.begin(), cuts.end(), 1);
  for (const auto [row, col] : is.wrong()) {
    std::vector<double> before(is.k + 1);
    for (int p = 0; p < is.k; ++p) {
      before[p + 1] = before[p] + is.a(row, p) * is.b(p, col);
    }
    std::erase_if(cuts, [&, row = row, col = col](int cut) {
      const double sum = from_start ? before[cut] : before[is.k] - before[cut];
      return !is_close(is.got(row, col), sum, is.bound(row, col));
    });
    if (cuts.empty()) {
      break;
    }
  }
  return cuts;
}

// Where the last phase begins.
int last_phase(const WrongElements& is, int tile) {
  return (is.k - 1) / tile * tile;
}

void explain_other_extent(int cut, Extent extent, int value, Explanations& found) {
  bool is_that = cut == value;
  for (int tile : found.is.tiles()) {
    is_that |= cut == (value + tile - 1) / tile * tile;
  }
  if (is_that) {
    found.add(KTakenForOtherExtent{cut, found.is.k, extent, value});
  }
}

void explain_end(int cut, Explanations& found) {
  const WrongElements& is = found.is;
  for (int tile : is.tiles()) {
    if (cut == last_phase(is, tile)) {
      if (is.k % tile != 0) {
        found.add(KTailMissing{cut, is.k}, tile);
      }
      found.add(LastPhaseMissing{cut, is.k}, tile);
    }
    if (cut == tile) {
      found.add(FirstPhaseOnly{tile, is.k}, tile);
    }
  }
  if (cut == is.k - 1) {
    found.add(LastProductMissing{is.k});
  }
  if (cut == 1) {
    found.add(FirstProductOnly{});
  }
  explain_other_extent(cut, Extent::n, is.n, found);
  explain_other_extent(cut, Extent::m, is.m, found);
  found.add(SumStopsEarly{cut, is.k}, 0,
            is.wrong().size() >= kManyElements ? Belief::as_values_tell : Belief::uncertain);
}

void explain_beginning(int cut, Explanations& found) {
  const WrongElements& is = found.is;
  if (cut == is.k - 1) {
    found.add(LastProductOnly{});
  }
  for (int tile : is.tiles()) {
    if (cut == last_phase(is, tile)) {
      found.add(LastPhaseOnly{cut}, tile);
    }
    if (cut == tile) {
      found.add(FirstPhaseMissing{tile}, tile);
    }
  }
  if (cut == 1) {
    found.add(FirstProductMissing{is.k});
  }
}

}  // namespace

void explain_by_cut(Explanations& found) {
  for (int cut : cuts_that_fit(found.is, true)) {
    if (explains_as_sum(found.is, [&](int p) { return p < cut; })) {
      explain_end(cut, found);
    }
  }
  for (int cut : cuts_that_fit(found.is, false)) {
    if (explains_as_sum(found.is, [&](int p) { return p >= cut; })) {
      explain_beginning(cut, found);
    }
  }
}

}  // namespace gemmlab
