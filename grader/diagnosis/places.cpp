// Hypotheses that C holds right elements at wrong places.
#include <fmt/format.h>

#include "grader/diagnosis/elements.h"

namespace gemmlab {
namespace {

class Places {
 public:
  Places(const WrongElements& is, Explanations& found) : is_(is), found_(found) {}

  // What should be at (row, col); 0 outside of C, where guarded loads give just that.
  double computed(int row, int col) const { return at(row, col).value_or(0); }

  // The same; nothing outside of C.
  std::optional<double> at(int row, int col) const {
    const bool inside = row >= 0 && row < is_.m && col >= 0 && col < is_.n;
    return inside ? std::optional(is_.should_be(row, col)) : std::nullopt;
  }

  void attempt(Diagnosis diagnosis, const std::string& sentence, const Guess& guess, int tile = 0) {
    if (explains(is_, guess)) {
      found_.add(diagnosis, sentence, tile);
    }
  }

  void explain_shifts() {
    const auto shifted = [&](int rows, int cols, const char* sentence) {
      attempt(Diagnosis::shifted_by_one, sentence,
              [&](int row, int col) { return at(row + rows, col + cols); });
    };
    shifted(0, 1, "C[row][col] holds what belongs to C[row][col + 1]: columns are off by one.");
    shifted(0, -1, "C[row][col] holds what belongs to C[row][col - 1]: columns are off by one.");
    shifted(1, 0, "C[row][col] holds what belongs to C[row + 1][col]: rows are off by one.");
    shifted(-1, 0, "C[row][col] holds what belongs to C[row - 1][col]: rows are off by one.");
  }

  void explain_orders() {
    attempt(Diagnosis::transposed,
            "C[row][col] holds what belongs to C[col][row]: row and column are swapped in the "
            "store, or in both operands.",
            [&](int row, int col) { return at(col, row); });
    attempt(Diagnosis::column_major,
            "All three matrices are taken for column-major. Here they are row-major: element "
            "(row, col) of a matrix with w columns is at [row * w + col].",
            [&](int row, int col) { return column_major(std::size_t(row) * is_.n + col); });
    for (const auto& [length, extent] : {std::pair{is_.m, "m"}, std::pair{is_.k, "k"}}) {
      if (length == is_.n) {
        continue;
      }
      attempt(Diagnosis::wrong_row_length,
              fmt::format("C is stored as if its rows were {} = {} elements long; they have n = "
                          "{}: element (row, col) is c[row * n + col].",
                          extent, length, is_.n),
              [&, length = length](int row, int col) {
                const std::size_t index = std::size_t(row) * is_.n + col;
                return at(int(index / length), int(index % length));
              });
    }
  }

  void explain_blocks(int tile) {
    const auto base = [tile](int index) { return index / tile * tile; };
    attempt(
        Diagnosis::blocks_swapped,
        fmt::format("The {0} x {0} tiles of C lie in each other's places: blockIdx.x and "
                    "blockIdx.y are swapped. x belongs to columns, y to rows.",
                    tile),
        [&](int row, int col) { return computed(base(col) + row % tile, base(row) + col % tile); },
        tile);
    attempt(
        Diagnosis::same_tile_everywhere,
        "All blocks compute the same tile of C: blockIdx is missing where the block's first "
        "row and column are computed, or in the indices of both A and B.",
        [&](int row, int col) { return at(row % tile, col % tile); }, tile);
  }

  void explain_threads(int tile) {
    const auto base = [tile](int index) { return index / tile * tile; };
    attempt(
        Diagnosis::threads_swapped,
        fmt::format("Rows and columns are swapped within each {0} x {0} tile of C, the tiles "
                    "are in place: two indices of a thread are swapped in computing or in "
                    "storing.",
                    tile),
        [&](int row, int col) { return computed(base(row) + col % tile, base(col) + row % tile); },
        tile);
    const std::string sentence =
        "The {0} {1} of a tile of C all hold the same: the thread's index {2} is missing where "
        "its {3} is computed.";
    attempt(
        Diagnosis::thread_index_missing,
        fmt::format(fmt::runtime(sentence), tile, "rows", "y", "row"),
        [&](int row, int col) { return at(base(row), col); }, tile);
    attempt(
        Diagnosis::thread_index_missing,
        fmt::format(fmt::runtime(sentence), tile, "columns", "x", "column"),
        [&](int row, int col) { return at(row, base(col)); }, tile);
  }

 private:
  // Element `index` of C as a column-major product of column-major matrices.
  double column_major(std::size_t index) const {
    const std::size_t row = index % is_.m, col = index / is_.m;
    double sum = 0;
    for (std::size_t p = 0; p < std::size_t(is_.k); ++p) {
      sum += double(is_.run.operands.a[p * is_.m + row]) * is_.run.operands.b[col * is_.k + p];
    }
    return sum;
  }

  const WrongElements& is_;
  Explanations& found_;
};

}  // namespace

void explain_by_place(const WrongElements& is, Explanations& found) {
  Places places(is, found);
  places.explain_shifts();
  places.explain_orders();
  for (int tile : is.block_tiles()) {
    places.explain_blocks(tile);
  }
  for (int threads : is.thread_counts()) {
    places.explain_threads(threads);
  }
}

}  // namespace gemmlab
