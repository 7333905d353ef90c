// Hypotheses about which elements of A and B a program multiplies.
#include <fmt/format.h>

#include "grader/core/diagnosis/elements.h"

namespace gemmlab {
namespace {

// What is read in the place of a[row][p] or b[p][col], for the element of C at (row, col). What
// lies outside of the matrix counts as 0, as guarded loads have it.
using Reads = std::function<double(int row, int col, int p)>;

struct Hypothesis {
  Diagnosis diagnosis;
  std::string sentence;
  Reads a = {}, b = {};  // empty: as it should be
  int tile = 0;
};

class Reader {
 public:
  explicit Reader(const WrongElements& is) : is_(is) {}

  double a(int row, int p) const {
    return row >= 0 && row < is_.m && p >= 0 && p < is_.k ? is_.a(row, p) : 0;
  }
  double b(int p, int col) const {
    return p >= 0 && p < is_.k && col >= 0 && col < is_.n ? is_.b(p, col) : 0;
  }
  double in_a(std::size_t index) const { return in(is_.run.operands.a, index); }
  double in_b(std::size_t index) const { return in(is_.run.operands.b, index); }

  // Both operands, and each alone: the sentence is a format that takes what is affected.
  void try_all(Explanations& found,
               Diagnosis diagnosis,
               const std::string& of_a,
               const std::string& of_b,
               const std::string& of_both,
               const Reads& a,
               const Reads& b,
               int tile = 0) const {
    attempt(found, {diagnosis, of_a, a, {}, tile});
    attempt(found, {diagnosis, of_b, {}, b, tile});
    attempt(found, {diagnosis, of_both, a, b, tile});
  }

  void attempt(Explanations& found, const Hypothesis& hypothesis) const {
    if (explains(is_, [&](int row, int col) {
          double sum = 0;
          for (int p = 0; p < is_.k; ++p) {
            sum += (hypothesis.a ? hypothesis.a(row, col, p) : is_.a(row, p)) *
                   (hypothesis.b ? hypothesis.b(row, col, p) : is_.b(p, col));
          }
          return sum;
        })) {
      found.add(hypothesis.diagnosis, hypothesis.sentence, hypothesis.tile);
    }
  }

 private:
  static double in(const std::vector<float>& matrix, std::size_t index) {
    return index < matrix.size() ? matrix[index] : 0;
  }

  const WrongElements& is_;
};

void explain_layout(const WrongElements& is, const Reader& from, Explanations& found) {
  const auto a_rows_of = [&](int length) {
    return [&, length](int row, int, int p) { return from.in_a(std::size_t(row) * length + p); };
  };
  const auto b_rows_of = [&](int length) {
    return [&, length](int, int col, int p) { return from.in_b(std::size_t(p) * length + col); };
  };
  for (const auto& [length, extent] : {std::pair{is.n, "n"}, std::pair{is.m, "m"}}) {
    from.attempt(found, {Diagnosis::wrong_row_length,
                         fmt::format("A is read as if its rows were {} = {} elements long; they "
                                     "have k = {}: element (row, p) is a[row * k + p].",
                                     extent, length, is.k),
                         a_rows_of(length),
                         {}});
  }
  for (const auto& [length, extent] : {std::pair{is.k, "k"}, std::pair{is.m, "m"}}) {
    from.attempt(found, {Diagnosis::wrong_row_length,
                         fmt::format("B is read as if its rows were {} = {} elements long; they "
                                     "have n = {}: element (p, col) is b[p * n + col].",
                                     extent, length, is.n),
                         {},
                         b_rows_of(length)});
  }
  // With the stride that a transpose has, or with the matrix' own, as tests on squares allow.
  for (const auto& [a_stride, b_stride] : {std::pair{is.m, is.k}, std::pair{is.k, is.n}}) {
    from.try_all(
        found, Diagnosis::operand_transposed,
        "A is read transposed: row and p are swapped in its index. Element (row, p) is "
        "a[row * k + p].",
        "B is read transposed: p and col are swapped in its index. Element (p, col) is "
        "b[p * n + col].",
        "A and B are read transposed, or in the column-major order of other libraries: element "
        "(row, p) of A is a[row * k + p], element (p, col) of B is b[p * n + col].",
        [&, stride = a_stride](int row, int, int p) {
          return from.in_a(std::size_t(p) * stride + row);
        },
        [&, stride = b_stride](int, int col, int p) {
          return from.in_b(std::size_t(col) * stride + p);
        });
  }
}

void explain_operands(const WrongElements& is, const Reader& from, Explanations& found) {
  from.attempt(found,
               {Diagnosis::operands_swapped,
                "C holds B * A: the operands are swapped. Compare the order of the "
                "arguments at the launch with the kernel's parameters.",
                [&](int row, int, int p) { return from.in_b(std::size_t(row) * is.k + p); },
                [&](int, int col, int p) { return from.in_a(std::size_t(p) * is.n + col); }});
  from.try_all(
      found, Diagnosis::row_and_column_swapped,
      "A is read at row `col` where row `row` belongs: element (row, p) is "
      "a[row * k + p].",
      "B is read at column `row` where column `col` belongs: element (p, col) is "
      "b[p * n + col].",
      "Row and column are swapped in reading both A and B.",
      [&](int, int col, int p) { return from.a(col, p); },
      [&](int row, int, int p) { return from.b(p, row); });
  for (int by : {1, -1}) {
    const char* const way = by > 0 ? "after" : "before";
    from.try_all(
        found, Diagnosis::shifted_by_one,
        fmt::format("A is read one column {} the right one: its index is off by one.", way),
        fmt::format("B is read one row {} the right one: its index is off by one.", way),
        "The index p is off by one in reading A and B.",
        [&](int row, int, int p) { return from.a(row, p + by); },
        [&](int, int col, int p) { return from.b(p + by, col); });
    from.try_all(
        found, Diagnosis::shifted_by_one,
        fmt::format("A is read one row {} the right one: its index is off by one.", way),
        fmt::format("B is read one column {} the right one: its index is off by one.", way),
        "Row and column are off by one in reading A and B.",
        [&](int row, int, int p) { return from.a(row + by, p); },
        [&](int, int col, int p) { return from.b(p, col + by); });
  }
}

// The element of another phase that a tile holds.
void explain_phases(const WrongElements& is, const Reader& from, int tile, Explanations& found) {
  if (tile >= is.k) {
    return;
  }
  const auto stale = [&](const std::string& which, const std::function<int(int)>& of) {
    const std::string end = " uses " + which +
                            ". Look at which stage or tile is filled, and which is read, in the "
                            "same round.";
    from.try_all(
        found, Diagnosis::stale_tiles,
        "Each round of the loop over the tiles of k" + end + " It is A's tile.",
        "Each round of the loop over the tiles of k" + end + " It is B's tile.",
        "Each round of the loop over the tiles of k" + end,
        [&, of](int row, int, int p) { return from.a(row, of(p)); },
        [&, of](int, int col, int p) { return from.b(of(p), col); }, tile);
  };
  const int last = (is.k - 1) / tile * tile;
  stale("the tile of the round before", [=](int p) { return p - tile; });
  stale("the tile of the round before", [=](int p) { return p < tile ? p : p - tile; });
  stale("the tile of the round after it", [=](int p) { return p + tile; });
  stale("the tile of the round after it", [=](int p) { return p < last ? p + tile : p; });
  stale("an old tile every second time", [=](int p) { return p / tile % 2 ? p - tile : p; });
  from.try_all(
      found, Diagnosis::k0_missing,
      fmt::format("Every round reads A's first {} columns again: k0 is missing in A's "
                  "index.",
                  tile),
      fmt::format("Every round reads B's first {} rows again: k0 is missing in B's "
                  "index.",
                  tile),
      "Every round reads the first tiles again: k0 is missing in both indices.",
      [&](int row, int, int p) { return from.a(row, p % tile); },
      [&](int, int col, int p) { return from.b(p % tile, col); }, tile);
  from.try_all(
      found, Diagnosis::thread_index_missing,
      fmt::format("All {} columns of A's tile hold the same: the thread's x index is "
                  "missing in A's index.",
                  tile),
      fmt::format("All {} rows of B's tile hold the same: the thread's y index is "
                  "missing in B's index.",
                  tile),
      "All columns of A's tile and all rows of B's hold the same: a thread index is "
      "missing in both.",
      [&](int row, int, int p) { return from.a(row, p / tile * tile); },
      [&](int, int col, int p) { return from.b(p / tile * tile, col); }, tile);
}

// The element of another thread of the block, or of another block.
void explain_threads(const Reader& from, int tile, Explanations& found) {
  const auto base = [tile](int index) { return index / tile * tile; };
  from.try_all(
      found, Diagnosis::operand_tile_transposed,
      fmt::format("A's {0} x {0} tiles are stored or read transposed: the two thread "
                  "indices are swapped in one place, in loading a_tile or in using it.",
                  tile),
      fmt::format("B's {0} x {0} tiles are stored or read transposed: the two thread "
                  "indices are swapped in one place, in loading b_tile or in using it.",
                  tile),
      "Both tiles are stored or read transposed: the two thread indices are swapped in "
      "one place for each.",
      [&](int row, int, int p) { return from.a(base(row) + p % tile, base(p) + row % tile); },
      [&](int, int col, int p) { return from.b(base(p) + col % tile, base(col) + p % tile); },
      tile);
  from.try_all(
      found, Diagnosis::threads_swapped,
      fmt::format("Within each {0} x {0} tile the wrong row of A is used: threadIdx.x "
                  "stands where threadIdx.y belongs.",
                  tile),
      fmt::format("Within each {0} x {0} tile the wrong column of B is used: threadIdx.y "
                  "stands where threadIdx.x belongs.",
                  tile),
      "threadIdx.x and threadIdx.y are swapped in the product.",
      [&](int row, int col, int p) { return from.a(base(row) + col % tile, p); },
      [&](int row, int col, int p) { return from.b(p, base(col) + row % tile); }, tile);
  from.try_all(
      found, Diagnosis::thread_index_missing,
      fmt::format("All {} rows of a tile of C use the same row of A: the thread's y "
                  "index is missing there.",
                  tile),
      fmt::format("All {} columns of a tile of C use the same column of B: the thread's "
                  "x index is missing there.",
                  tile),
      "All threads of a block use the same row of A and column of B: the thread's index "
      "is missing.",
      [&](int row, int, int p) { return from.a(base(row), p); },
      [&](int, int col, int p) { return from.b(p, base(col)); }, tile);
  from.try_all(
      found, Diagnosis::threads_swapped,
      "A's column within a tile is taken from threadIdx.y: it belongs to threadIdx.x.",
      "B's row within a tile is taken from threadIdx.x: it belongs to threadIdx.y.",
      "In loading both tiles k0 is followed by the wrong thread index: it is threadIdx.x for A's "
      "column, threadIdx.y for B's row.",
      [&](int row, int, int p) { return from.a(row, base(p) + row % tile); },
      [&](int, int col, int p) { return from.b(base(p) + col % tile, col); }, tile);
}

void explain_blocks(const Reader& from, int tile, Explanations& found) {
  const auto base = [tile](int index) { return index / tile * tile; };
  from.try_all(
      found, Diagnosis::tile_origin_missing,
      fmt::format("Every block reads A's first {} rows: the block's first row (row0, from "
                  "blockIdx.y) is missing in A's index.",
                  tile),
      fmt::format("Every block reads B's first {} columns: the block's first column "
                  "(col0, from blockIdx.x) is missing in B's index.",
                  tile),
      "Every block reads the first rows of A and columns of B: blockIdx is missing.",
      [&](int row, int, int p) { return from.a(row % tile, p); },
      [&](int, int col, int p) { return from.b(p, col % tile); }, tile);
  from.try_all(
      found, Diagnosis::blocks_swapped,
      "A's rows are chosen by blockIdx.x: rows belong to blockIdx.y.",
      "B's columns are chosen by blockIdx.y: columns belong to blockIdx.x.",
      "Rows are chosen by blockIdx.x and columns by blockIdx.y: it is the other way round.",
      [&](int row, int col, int p) { return from.a(base(col) + row % tile, p); },
      [&](int row, int col, int p) { return from.b(p, base(row) + col % tile); }, tile);
}

}  // namespace

void explain_by_reading(const WrongElements& is, Explanations& found) {
  const Reader from(is);
  explain_layout(is, from, found);
  explain_operands(is, from, found);
  for (int tile : is.tiles()) {
    explain_phases(is, from, tile, found);
  }
  for (int threads : is.thread_counts()) {
    explain_threads(from, threads, found);
  }
  for (int tile : is.block_tiles()) {
    explain_blocks(from, tile, found);
  }
}

}  // namespace gemmlab
