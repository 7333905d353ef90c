// Hypotheses about which tile of k a program reads in each phase, a round of its loop over them.
#include "grader/diagnosis/explanations.h"

namespace gemmlab {
namespace {

void explain_stale_tiles(int tile, Explanations& found) {
  using Which = StaleTiles::Which;
  const int last = (found.is.k - 1) / tile * tile;
  const auto stale = [&](Which which, const std::function<int(int p)>& of) {
    found.try_each(
        StaleTiles{.which = which},
        [&](int line, int, int p) {
          return OperandPlace{line, of(p)};
        },
        tile);
  };
  stale(Which::before, [=](int p) { return p - tile; });
  stale(Which::before, [=](int p) { return p < tile ? p : p - tile; });
  stale(Which::after, [=](int p) { return p + tile; });
  stale(Which::after, [=](int p) { return p < last ? p + tile : p; });
  stale(Which::every_second, [=](int p) { return p / tile % 2 ? p - tile : p; });
}

// From phase to phase a pointer, or an index, moves on by another number than the tile's distance.
void explain_steps(int tile, Explanations& found) {
  const WrongElements& is = found.is;
  const auto size = [](int number) { return std::size_t(number); };
  struct Step {
    int count;
    std::optional<Extent> rows;  // of that length; none: elements
  };
  const Step steps[] = {
      {tile / 2, {}},    {tile / 2, Extent::n}, {tile / 2, Extent::k}, {tile, {}},
      {tile, Extent::n}, {tile, Extent::k},     {tile * 2, {}},        {tile * 2, Extent::n},
      {tile, Extent::m}, {tile * tile, {}},     {1, Extent::n},        {1, Extent::k},
      {1, {}},
  };
  // Equal extents make several of them one, so each needs to agree with the shapes by itself.
  constexpr int kVariants = 1000;
  int variant = tile;
  const auto length = [&](std::optional<Extent> rows) {
    return !rows ? 1 : *rows == Extent::m ? is.m : *rows == Extent::n ? is.n : is.k;
  };
  for (const auto& [count, rows] : steps) {
    const std::size_t by = size(count) * length(rows);
    variant += kVariants;
    if (by != size(tile)) {
      const auto read = [&](int row, int, int p) {
        return is.in_a(size(row) * is.k + p % tile + p / tile * by);
      };
      found.try_reads(WrongStep{Matrix::a, tile, count, rows}, read, {}, variant);
    }
    if (by != size(tile) * is.n) {
      const auto read = [&](int, int col, int p) {
        return is.in_b(size(p % tile) * is.n + col + p / tile * by);
      };
      found.try_reads(WrongStep{Matrix::b, tile, count, rows}, {}, read, -variant);
    }
  }
}

}  // namespace

void explain_by_phase(int tile, Explanations& found) {
  if (tile >= found.is.k) {
    return;
  }
  explain_stale_tiles(tile, found);
  const auto first_tile = [=](int line, int, int p) { return OperandPlace{line, p % tile}; };
  found.try_each(K0Missing{Matrix::both, tile}, first_tile, tile);
  const auto first_of_tile = [=](int line, int, int p) {
    return OperandPlace{line, p / tile * tile};
  };
  found.try_each(ThreadIndexMissing{.tile = tile, .is_along_k = true}, first_of_tile, tile);
  explain_steps(tile, found);
}

}  // namespace gemmlab
