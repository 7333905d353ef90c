// Hypotheses that each sum holds its products up to some p only, or from there on.
#include <fmt/format.h>

#include <numeric>

#include "grader/diagnosis/elements.h"

namespace gemmlab {
namespace {

// One of many places may fit a few elements by chance.
constexpr std::size_t kManyElements = 16;

// The j in 1 .. k-1 for which `value` of every wrong element is the sum of its products before j
// (from_start), or from j on.
std::vector<int> cuts_that_fit(const WrongElements& is,
                               bool from_start,
                               const std::function<double(int row, int col)>& value) {
  std::vector<int> cuts(is.k - 1);
  std::iota(cuts.begin(), cuts.end(), 1);
  for (const auto [row, col] : is.wrong()) {
    std::vector<double> before(is.k + 1);
    for (int p = 0; p < is.k; ++p) {
      before[p + 1] = before[p] + is.a(row, p) * is.b(p, col);
    }
    std::erase_if(cuts, [&, row = row, col = col](int cut) {
      const double sum = from_start ? before[cut] : before[is.k] - before[cut];
      return !is_close(value(row, col), sum, is.bound(row, col));
    });
    if (cuts.empty()) {
      break;
    }
  }
  return cuts;
}

// Where a sum stops, or begins, because the phases are that long.
class Cuts {
 public:
  Cuts(const WrongElements& is, Explanations& found) : is_(is), found_(found) {}

  void stops_at(int cut) {
    for (int tile : is_.tiles()) {
      stops_at(cut, tile);
    }
    if (cut == is_.k - 1) {
      found_.add(Diagnosis::last_product_missing,
                 fmt::format("Each sum lacks its last product, p = {}: the loop over k, or a guard "
                             "of what it loads, ends one early.",
                             is_.k - 1));
    }
    if (cut == 1) {
      found_.add(Diagnosis::first_product_only,
                 "Each sum holds its first product only: the loop over k ends after one round, or "
                 "there is none.");
    }
    other_extent(cut, is_.n, "n");
    other_extent(cut, is_.m, "m");
    found_.add(Diagnosis::sum_stops_early,
               fmt::format("Each sum holds its first {} of {} products: the loop over k ends "
                           "there. Look at its condition.",
                           cut, is_.k),
               0, is_.wrong().size() >= kManyElements);
  }

  void begins_at(int cut) {
    if (cut == is_.k - 1) {
      found_.add(Diagnosis::last_product_only,
                 "Each sum holds its last product only: `=` stands where `+=` belongs, or the sum "
                 "is set to 0 inside the loop over the products.");
    }
    for (int tile : is_.tiles()) {
      if (cut == (phases(tile) - 1) * tile) {
        found_.add(Diagnosis::last_phase_only,
                   fmt::format("Each sum holds the last tile of k only, from p = {} on: the sum is "
                               "set to 0 in every round of the loop over the tiles. Set it once, "
                               "before that loop.",
                               cut),
                   tile);
      }
      if (cut == tile) {
        found_.add(Diagnosis::first_phase_missing,
                   fmt::format("Each sum lacks its first {} products, the first tile of k: the "
                               "loop over the tiles begins with the second one.",
                               cut),
                   tile);
      }
    }
    if (cut == 1) {
      found_.add(Diagnosis::first_product_missing,
                 "Each sum lacks its first product: the loop over k begins at 1 instead of 0.");
    }
  }

 private:
  int phases(int tile) const { return (is_.k + tile - 1) / tile; }

  void stops_at(int cut, int tile) {
    if (cut != (phases(tile) - 1) * tile) {
      if (cut == tile) {
        add_first_phase_only(tile);
      }
      return;
    }
    if (is_.k % tile != 0) {
      found_.add(Diagnosis::k_tail_missing,
                 fmt::format("Each sum stops at p = {} of {}: the last, partial tile of k is left "
                             "out. Round the number of k tiles up, and fill with 0 past the end.",
                             cut, is_.k),
                 tile);
    }
    found_.add(Diagnosis::last_phase_missing,
               fmt::format("Each sum stops at p = {} of {}: the last round of the loop over the "
                           "tiles of k is missing. Look at that loop's condition.",
                           cut, is_.k),
               tile);
    if (cut == tile) {
      add_first_phase_only(tile);
    }
  }

  void add_first_phase_only(int tile) {
    found_.add(Diagnosis::first_phase_only,
               fmt::format("Each sum holds its first {} of {} products, one tile of k: the loop "
                           "over the tiles ends after its first round, or there is none.",
                           tile, is_.k),
               tile);
  }

  void other_extent(int cut, int extent, const char* name) {
    bool is_that = cut == extent;
    for (int tile : is_.tiles()) {
      is_that |= cut == (extent + tile - 1) / tile * tile;
    }
    if (is_that) {
      found_.add(Diagnosis::k_taken_for_other_extent,
                 fmt::format("Each sum holds its first {} of {} products: the loop over k, or "
                             "the guard of what it loads, compares with {} = {} instead of "
                             "k = {}.",
                             cut, is_.k, name, extent, is_.k));
    }
  }

  const WrongElements& is_;
  Explanations& found_;
};

}  // namespace

void explain_by_cut(const WrongElements& is, Explanations& found) {
  const auto got = [&](int row, int col) { return double(is.got(row, col)); };
  Cuts cuts(is, found);
  for (int cut : cuts_that_fit(is, true, got)) {
    if (explains_as_sum(is, [&](int p) { return p < cut; })) {
      cuts.stops_at(cut);
    }
  }
  for (int cut : cuts_that_fit(is, false, got)) {
    if (explains_as_sum(is, [&](int p) { return p >= cut; })) {
      cuts.begins_at(cut);
    }
  }
}

}  // namespace gemmlab
