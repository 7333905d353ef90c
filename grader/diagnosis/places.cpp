// Hypotheses that C holds correct elements at wrong places.
#include "grader/diagnosis/explanations.h"

namespace gemmlab {
namespace {

// The correct value at (row, col); nothing outside C.
std::optional<double> at(const WrongElements& is, int row, int col) {
  return is.is_inside(row, col) ? std::optional(is.should_be(row, col)) : std::nullopt;
}

// Element `index` of C as a column-major product of column-major matrices.
double column_major(const WrongElements& is, std::size_t index) {
  const std::size_t row = index % is.m, col = index / is.m;
  return sum_of(is.k,
                [&](std::size_t p) { return is.in_a(p * is.m + row) * is.in_b(col * is.k + p); });
}

void explain_shifts(Explanations& found) {
  for (Axis axis : {Axis::column, Axis::row}) {
    for (int by : {1, -1}) {
      const int rows = axis == Axis::row ? by : 0, cols = by - rows;
      found.try_guess(ShiftedByOne{.by = by, .axis = axis},
                      [&](int row, int col) { return at(found.is, row + rows, col + cols); });
    }
  }
}

void explain_orders(Explanations& found) {
  const WrongElements& is = found.is;
  found.try_guess(Transposed{}, [&](int row, int col) { return at(is, col, row); });
  const auto index = [&](int row, int col) { return std::size_t(row) * is.n + col; };
  found.try_guess(ColumnMajor{},
                  [&](int row, int col) { return column_major(is, index(row, col)); });
  for (const auto& [extent, length] : {std::pair{Extent::m, is.m}, std::pair{Extent::k, is.k}}) {
    if (length != is.n) {
      found.try_guess(WrongRowLength{Matrix::c, extent, length, is.n},
                      [&, length = length](int row, int col) {
                        const std::size_t i = index(row, col);
                        return at(is, int(i / length), int(i % length));
                      });
    }
  }
}

void explain_blocks_of_c(int tile, Explanations& found) {
  const WrongElements& is = found.is;
  const auto base = [tile](int index) { return index / tile * tile; };
  const auto swapped = [&](int row, int col) {
    return is.computed(base(col) + row % tile, base(row) + col % tile);
  };
  found.try_guess(BlocksSwapped{Matrix::c, tile}, swapped, tile);
  const auto first = [&](int row, int col) { return at(is, row % tile, col % tile); };
  found.try_guess(SameTileEverywhere{}, first, tile);
}

void explain_threads_of_c(int tile, Explanations& found) {
  const WrongElements& is = found.is;
  const auto base = [tile](int index) { return index / tile * tile; };
  const auto swapped = [&](int row, int col) {
    return is.computed(base(row) + col % tile, base(col) + row % tile);
  };
  found.try_guess(ThreadsSwapped{Matrix::c, tile}, swapped, tile);
  for (Axis axis : {Axis::row, Axis::column}) {
    const auto first = [&](int row, int col) {
      return axis == Axis::row ? at(is, base(row), col) : at(is, row, base(col));
    };
    found.try_guess(ThreadIndexMissing{.tile = tile, .axis = axis}, first, tile);
  }
}

}  // namespace

void explain_by_place(Explanations& found) {
  explain_shifts(found);
  explain_orders(found);
  found.try_widths(found.is.block_tiles(), explain_blocks_of_c);
  found.try_widths(found.is.thread_counts(), explain_threads_of_c);
}

}  // namespace gemmlab
