// Hypotheses about which tile's elements a program multiplies.
#include "grader/diagnosis/reader.h"

namespace gemmlab {

// The element of another phase that a tile holds.
void explain_phases(const WrongElements& is, const Reader& from, int tile, Explanations& found) {
  if (tile >= is.k) {
    return;
  }
  const auto stale = [&](const std::string& which, const std::function<int(int)>& of) {
    const std::string end = " uses " + which +
                            ". Look at which stage or tile is filled, and which is read, in the "
                            "same round; or, where a tile is loaded in parts, at whether each part "
                            "has a place of its own.";
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
      fmt::format("Every round uses A's first {} columns again: k0 is missing in A's index, or "
                  "the round's tile goes to another place than where it is read.",
                  tile),
      fmt::format("Every round uses B's first {} rows again: k0 is missing in B's index, or the "
                  "round's tile goes to another place than where it is read.",
                  tile),
      "Every round uses the first tiles again: k0 is missing in both indices, or the round's tiles "
      "go to another place than where they are read (a stage that never changes).",
      [&](int row, int, int p) { return from.a(row, p % tile); },
      [&](int, int col, int p) { return from.b(p % tile, col); }, tile);
  from.try_all(
      found, Diagnosis::thread_index_missing,
      fmt::format("One column of A's tile is used for all {}: either the thread's x index is "
                  "missing where it is loaded, or p where it is read in the product.",
                  tile),
      fmt::format("One row of B's tile is used for all {}: either the thread's y index is "
                  "missing where it is loaded, or p where it is read in the product.",
                  tile),
      "One column of A's tile and one row of B's are used for all: either a thread index is "
      "missing where they are loaded, or p where they are read in the product.",
      [&](int row, int, int p) { return from.a(row, p / tile * tile); },
      [&](int, int col, int p) { return from.b(p / tile * tile, col); }, tile);
}

// From phase to phase a pointer, or an index, moves on by another number than the tile's distance.
void explain_steps(const WrongElements& is, const Reader& from, int tile, Explanations& found) {
  if (tile >= is.k) {
    return;
  }
  const auto size = [](int x) { return std::size_t(x); };
  const std::size_t width = size(tile), n = size(is.n), k = size(is.k), m = size(is.m);
  const std::vector<std::pair<std::size_t, std::string>> steps = {
      {width / 2, fmt::format("{} elements, half a tile", tile / 2)},
      {width / 2 * n, fmt::format("{} rows of n elements, half a tile", tile / 2)},
      {width / 2 * k, fmt::format("{} rows of k elements", tile / 2)},
      {width, fmt::format("{} elements", tile)},
      {width * n, fmt::format("{} * n elements", tile)},
      {width * k, fmt::format("{} * k elements", tile)},
      {width * 2, fmt::format("{} elements, two tiles", 2 * tile)},
      {width * 2 * n, fmt::format("{} * n elements, two tiles", 2 * tile)},
      {width * m, fmt::format("{} * m elements", tile)},
      {width * width, fmt::format("{0} * {0} elements", tile)},
      {n, "n elements"},
      {k, "k elements"},
      {1, "1 element"},
  };
  // Equal extents make several of them one, so each needs to agree with the shapes by itself.
  constexpr int kVariants = 1000;
  int variant = tile;
  const auto phase = [tile](int p) { return std::size_t(p / tile); };
  for (const auto& step : steps) {
    const auto& [by, words] = step;
    variant += kVariants;
    if (by != width) {
      from.attempt(found, {Diagnosis::wrong_step,
                           fmt::format("From one tile of k to the next A's place moves on by {}: "
                                       "it must be by {} columns, that is {} elements.",
                                       words, tile, tile),
                           [&, by = by](int row, int, int p) {
                             return from.in_a(size(row) * k + p % tile + phase(p) * by);
                           },
                           {},
                           variant});
    }
    if (by != width * n) {
      from.attempt(found, {Diagnosis::wrong_step,
                           fmt::format("From one tile of k to the next B's place moves on by {}: "
                                       "it must be by {} rows, that is {} * n elements.",
                                       words, tile, tile),
                           {},
                           [&, by = by](int, int col, int p) {
                             return from.in_b(size(p % tile) * n + col + phase(p) * by);
                           },
                           -variant});
    }
  }
}

// The element of another thread of the block, or of another block.
void explain_threads(const Reader& from, int tile, Explanations& found) {
  const auto base = [tile](int index) { return index / tile * tile; };
  from.try_all(
      found, Diagnosis::operand_tile_transposed,
      fmt::format("A's {0} x {0} tiles are stored or read transposed: the two thread "
                  "indices are swapped in one place, in loading A's tile or in using it.",
                  tile),
      fmt::format("B's {0} x {0} tiles are stored or read transposed: the two thread "
                  "indices are swapped in one place, in loading B's tile or in using it.",
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

}  // namespace gemmlab
