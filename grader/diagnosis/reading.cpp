#include "grader/diagnosis/reading.h"

#include "grader/diagnosis/explanations.h"

namespace gemmlab {
namespace {

void explain_stale_tiles(int tile, Explanations& found) {
  using Which = StaleTiles::Which;
  const int last = (found.seen.k - 1) / tile * tile;
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

// From phase to phase a pointer or index advances by a wrong distance.
void explain_steps(int tile, Explanations& found) {
  const WrongElements& seen = found.seen;
  const auto size = [](int number) { return std::size_t(number); };
  struct Step {
    int count;
    std::optional<Extent> rows;  // of this length; none: elements
  };
  const Step steps[] = {
      {tile / 2, {}},    {tile / 2, Extent::n}, {tile / 2, Extent::k}, {tile, {}},
      {tile, Extent::n}, {tile, Extent::k},     {tile * 2, {}},        {tile * 2, Extent::n},
      {tile, Extent::m}, {tile * tile, {}},     {1, Extent::n},        {1, Extent::k},
      {1, {}},
  };
  // With equal extents several of them coincide, so each must agree with the shapes separately.
  constexpr int kVariants = 1000;
  int variant = tile;
  const auto length = [&](std::optional<Extent> rows) {
    return !rows ? 1 : *rows == Extent::m ? seen.m : *rows == Extent::n ? seen.n : seen.k;
  };
  for (const auto& [count, rows] : steps) {
    const std::size_t by = size(count) * length(rows);
    variant += kVariants;
    if (by != size(tile)) {
      const auto read = [&](int row, int, int p) {
        return seen.in_a(size(row) * seen.k + p % tile + p / tile * by);
      };
      found.try_reads(WrongStep{Matrix::a, tile, count, rows}, read, {}, variant);
    }
    if (by != size(tile) * seen.n) {
      const auto read = [&](int, int col, int p) {
        return seen.in_b(size(p % tile) * seen.n + col + p / tile * by);
      };
      found.try_reads(WrongStep{Matrix::b, tile, count, rows}, {}, read, -variant);
    }
  }
}

// Of rows as long as the matrix all but one lie outside: other mistakes give these values, too.
void explain_row_lengths(Explanations& found) {
  const WrongElements& seen = found.seen;
  for (const auto& [extent, length] :
       {std::pair{Extent::n, seen.n}, std::pair{Extent::m, seen.m}}) {
    const auto read = [&, length = std::size_t(length)](int row, int, int p) {
      return seen.in_a(row * length + p);
    };
    if (length < seen.m * seen.k) {
      found.try_reads(WrongRowLength{Matrix::a, extent, length, seen.k}, read, {});
    }
  }
  for (const auto& [extent, length] :
       {std::pair{Extent::k, seen.k}, std::pair{Extent::m, seen.m}}) {
    const auto read = [&, length = std::size_t(length)](int, int col, int p) {
      return seen.in_b(p * length + col);
    };
    if (length < seen.k * seen.n) {
      found.try_reads(WrongRowLength{Matrix::b, extent, length, seen.n}, {}, read);
    }
  }
}

// Copies with a pitch, or padded to whole tiles, read as if their rows had no end of zeros.
void explain_pitch(Explanations& found) {
  const WrongElements& seen = found.seen;
  for (const int multiple : {128, 32}) {
    const auto padded = [&](int length) { return (length + multiple - 1) / multiple * multiple; };
    const auto place = [](std::size_t index, int pitch) {
      return std::pair(int(index / std::size_t(pitch)), int(index % std::size_t(pitch)));
    };
    const int of_a = padded(seen.k), of_b = padded(seen.n);
    if (of_a != seen.k) {
      found.try_reads(
          PitchForgotten{Matrix::a, seen.k, of_a},
          [&](int row, int, int p) {
            const auto [at, col] = place(std::size_t(row) * seen.k + p, of_a);
            return seen.a(at, col);
          },
          {}, multiple);
    }
    if (of_b != seen.n) {
      found.try_reads(
          PitchForgotten{Matrix::b, seen.n, of_b}, {},
          [&](int, int col, int p) {
            const auto [at, column] = place(std::size_t(p) * seen.n + col, of_b);
            return seen.b(at, column);
          },
          multiple);
    }
  }
}

void explain_operands(Explanations& found) {
  const WrongElements& seen = found.seen;
  const auto size = [](int extent) { return std::size_t(extent); };
  // With the stride of a transpose, or with the matrix' own stride, which works in tests on
  // squares.
  for (const auto& [a_stride, b_stride] : {std::pair{seen.m, seen.k}, std::pair{seen.k, seen.n}}) {
    found.try_each(
        OperandTransposed{},
        [&, stride = size(a_stride)](int row, int, int p) { return seen.in_a(p * stride + row); },
        [&, stride = size(b_stride)](int, int col, int p) { return seen.in_b(col * stride + p); });
  }
  found.try_reads(
      OperandsSwapped{}, [&](int row, int, int p) { return seen.in_b(size(row) * seen.k + p); },
      [&](int, int col, int p) { return seen.in_a(size(p) * seen.n + col); });
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

void explain_by_phase(int tile, Explanations& found) {
  if (tile >= found.seen.k) {
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

// The correct value at (row, col); nothing outside C.
std::optional<double> at(const WrongElements& seen, int row, int col) {
  return seen.is_inside(row, col) ? std::optional(seen.should_be(row, col)) : std::nullopt;
}

// Element `index` of C as a column-major product of column-major matrices.
double column_major(const WrongElements& seen, std::size_t index) {
  const std::size_t row = index % seen.m, col = index / seen.m;
  return sum_of(seen.k, [&](std::size_t p) {
    return seen.in_a(p * seen.m + row) * seen.in_b(col * seen.k + p);
  });
}

void explain_shifts(Explanations& found) {
  for (Axis axis : {Axis::column, Axis::row}) {
    for (int by : {1, -1}) {
      const int rows = axis == Axis::row ? by : 0, cols = by - rows;
      found.try_guess(ShiftedByOne{.by = by, .axis = axis},
                      [&](int row, int col) { return at(found.seen, row + rows, col + cols); });
    }
  }
}

void explain_orders(Explanations& found) {
  const WrongElements& seen = found.seen;
  found.try_guess(Transposed{}, [&](int row, int col) { return at(seen, col, row); });
  const auto index = [&](int row, int col) { return std::size_t(row) * seen.n + col; };
  found.try_guess(ColumnMajor{},
                  [&](int row, int col) { return column_major(seen, index(row, col)); });
  for (const auto& [extent, length] :
       {std::pair{Extent::m, seen.m}, std::pair{Extent::k, seen.k}}) {
    if (length != seen.n) {
      found.try_guess(WrongRowLength{Matrix::c, extent, length, seen.n},
                      [&, length = length](int row, int col) {
                        const std::size_t i = index(row, col);
                        return at(seen, int(i / length), int(i % length));
                      });
    }
  }
}

void explain_blocks_of_c(int tile, Explanations& found) {
  const WrongElements& seen = found.seen;
  const auto base = [tile](int index) { return index / tile * tile; };
  const auto swapped = [&](int row, int col) {
    return seen.computed(base(col) + row % tile, base(row) + col % tile);
  };
  found.try_guess(BlocksSwapped{Matrix::c, tile}, swapped, tile);
  const auto first = [&](int row, int col) { return at(seen, row % tile, col % tile); };
  found.try_guess(SameTileEverywhere{}, first, tile);
}

void explain_threads_of_c(int tile, Explanations& found) {
  const WrongElements& seen = found.seen;
  const auto base = [tile](int index) { return index / tile * tile; };
  const auto swapped = [&](int row, int col) {
    return seen.computed(base(row) + col % tile, base(col) + row % tile);
  };
  found.try_guess(ThreadsSwapped{Matrix::c, tile}, swapped, tile);
  for (Axis axis : {Axis::row, Axis::column}) {
    const auto first = [&](int row, int col) {
      return axis == Axis::row ? at(seen, base(row), col) : at(seen, row, base(col));
    };
    found.try_guess(ThreadIndexMissing{.tile = tile, .axis = axis}, first, tile);
  }
}

}  // namespace

void explain_by_reading(Explanations& found) {
  explain_row_lengths(found);
  explain_operands(found);
  explain_pitch(found);
  found.try_widths(found.seen.tiles, explain_by_phase);
  found.try_widths(found.seen.thread_counts, explain_threads);
  found.try_widths(found.seen.block_tiles, explain_blocks);
}

void explain_by_place(Explanations& found) {
  explain_shifts(found);
  explain_orders(found);
  found.try_widths(found.seen.block_tiles, explain_blocks_of_c);
  found.try_widths(found.seen.thread_counts, explain_threads_of_c);
}

}  // namespace gemmlab
