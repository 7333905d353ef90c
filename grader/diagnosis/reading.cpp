// Hypotheses about which elements of A and B a program multiplies.
#include "grader/diagnosis/explanations.h"

namespace gemmlab {
namespace {

void explain_row_lengths(Explanations& found) {
  const WrongElements& is = found.is;
  for (const auto& [extent, length] : {std::pair{Extent::n, is.n}, std::pair{Extent::m, is.m}}) {
    const auto read = [&, length = std::size_t(length)](int row, int, int p) {
      return is.in_a(row * length + p);
    };
    found.try_reads(WrongRowLength{Matrix::a, extent, length, is.k}, read, {});
  }
  for (const auto& [extent, length] : {std::pair{Extent::k, is.k}, std::pair{Extent::m, is.m}}) {
    const auto read = [&, length = std::size_t(length)](int, int col, int p) {
      return is.in_b(p * length + col);
    };
    found.try_reads(WrongRowLength{Matrix::b, extent, length, is.n}, {}, read);
  }
}

void explain_operands(Explanations& found) {
  const WrongElements& is = found.is;
  const auto size = [](int extent) { return std::size_t(extent); };
  // With the stride that a transpose has, or with the matrix' own, as tests on squares allow.
  for (const auto& [a_stride, b_stride] : {std::pair{is.m, is.k}, std::pair{is.k, is.n}}) {
    found.try_each(
        OperandTransposed{},
        [&, stride = size(a_stride)](int row, int, int p) { return is.in_a(p * stride + row); },
        [&, stride = size(b_stride)](int, int col, int p) { return is.in_b(col * stride + p); });
  }
  found.try_reads(
      OperandsSwapped{}, [&](int row, int, int p) { return is.in_b(size(row) * is.k + p); },
      [&](int, int col, int p) { return is.in_a(size(p) * is.n + col); });
  found.try_each(
      RowAndColumnSwapped{}, [&](int, int col, int p) { return is.a(col, p); },
      [&](int row, int, int p) { return is.b(p, row); });
  for (int by : {1, -1}) {
    found.try_each(
        ShiftedByOne{.by = by, .is_along_k = true},
        [&](int row, int, int p) { return is.a(row, p + by); },
        [&](int, int col, int p) { return is.b(p + by, col); });
    found.try_each(
        ShiftedByOne{.by = by}, [&](int row, int, int p) { return is.a(row + by, p); },
        [&](int, int col, int p) { return is.b(p, col + by); });
  }
}

// The element of another thread of the block.
void explain_threads(int tile, Explanations& found) {
  const WrongElements& is = found.is;
  const auto base = [tile](int index) { return index / tile * tile; };
  found.try_each(
      OperandTileTransposed{Matrix::both, tile},
      [&](int row, int, int p) { return is.a(base(row) + p % tile, base(p) + row % tile); },
      [&](int, int col, int p) { return is.b(base(p) + col % tile, base(col) + p % tile); }, tile);
  found.try_each(
      ThreadsSwapped{.tile = tile},
      [&](int row, int col, int p) { return is.a(base(row) + col % tile, p); },
      [&](int row, int col, int p) { return is.b(p, base(col) + row % tile); }, tile);
  found.try_each(
      ThreadIndexMissing{.tile = tile}, [&](int row, int, int p) { return is.a(base(row), p); },
      [&](int, int col, int p) { return is.b(p, base(col)); }, tile);
  found.try_each(
      ThreadsSwapped{.tile = tile, .is_along_k = true},
      [&](int row, int, int p) { return is.a(row, base(p) + row % tile); },
      [&](int, int col, int p) { return is.b(base(p) + col % tile, col); }, tile);
}

// The element of another block.
void explain_blocks(int tile, Explanations& found) {
  const WrongElements& is = found.is;
  const auto base = [tile](int index) { return index / tile * tile; };
  found.try_each(
      TileOriginMissing{Matrix::both, tile},
      [&](int row, int, int p) { return is.a(row % tile, p); },
      [&](int, int col, int p) { return is.b(p, col % tile); }, tile);
  found.try_each(
      BlocksSwapped{Matrix::both, tile},
      [&](int row, int col, int p) { return is.a(base(col) + row % tile, p); },
      [&](int row, int col, int p) { return is.b(p, base(row) + col % tile); }, tile);
}

}  // namespace

void explain_by_reading(Explanations& found) {
  explain_row_lengths(found);
  explain_operands(found);
  for (int tile : found.is.tiles()) {
    explain_by_phase(tile, found);
  }
  for (int threads : found.is.thread_counts()) {
    explain_threads(threads, found);
  }
  for (int tile : found.is.block_tiles()) {
    explain_blocks(tile, found);
  }
}

}  // namespace gemmlab
