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
  found.try_each(RowAndColumnSwapped{}, [](int, int other, int p) {
    return OperandPlace{other, p};
  });
  for (int by : {1, -1}) {
    found.try_each(ShiftedByOne{.by = by, .is_along_k = true}, [by](int line, int, int p) {
      return OperandPlace{line, p + by};
    });
    found.try_each(ShiftedByOne{.by = by}, [by](int line, int, int p) {
      return OperandPlace{line + by, p};
    });
  }
}

// The element of another thread of the block.
void explain_threads(int tile, Explanations& found) {
  const auto base = [tile](int index) { return index / tile * tile; };
  const auto attempt = [&](const auto& cause, const OperandReads& read) {
    found.try_each(cause, read, tile);
  };
  attempt(OperandTileTransposed{Matrix::both, tile}, [=](int line, int, int p) {
    return OperandPlace{base(line) + p % tile, base(p) + line % tile};
  });
  attempt(ThreadsSwapped{.tile = tile}, [=](int line, int other, int p) {
    return OperandPlace{base(line) + other % tile, p};
  });
  attempt(ThreadIndexMissing{.tile = tile}, [=](int line, int, int p) {
    return OperandPlace{base(line), p};
  });
  attempt(ThreadsSwapped{.tile = tile, .is_along_k = true}, [=](int line, int, int p) {
    return OperandPlace{line, base(p) + line % tile};
  });
}

// The element of another block.
void explain_blocks(int tile, Explanations& found) {
  const auto first_tile = [=](int line, int, int p) { return OperandPlace{line % tile, p}; };
  found.try_each(TileOriginMissing{Matrix::both, tile}, first_tile, tile);
  const auto other_block = [=](int line, int other, int p) {
    return OperandPlace{other / tile * tile + line % tile, p};
  };
  found.try_each(BlocksSwapped{Matrix::both, tile}, other_block, tile);
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
