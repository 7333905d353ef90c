#include "grader/diagnosis/blocks.h"

#include <algorithm>
#include <cstdlib>

namespace gemmlab {
namespace {

// Along one axis of C: how far blocks and threads that are neighbours in x or y store apart.
struct Distances {
  Axis axis = Axis::row;
  bool in_y = false;
  int block = 0, thread = 0;  // 0: unknown, or not along this axis
  int threads = 0;            // of a block
  int wide = 0;               // what a block stored; 0: unknown
};

int along(const std::optional<StoreStep>& step, Axis axis) {
  if (!step || (step->rows != 0 && step->cols != 0)) {
    return 0;
  }
  return axis == Axis::row ? step->rows : step->cols;
}

// The axis of C along which blocks, or else threads, that are neighbours in x or y store.
Distances distances(const StoreMap& map, const LaunchShape& launch, bool in_y) {
  const auto& block = in_y ? map.block_y : map.block_x;
  const auto& thread = in_y ? map.thread_y : map.thread_x;
  const bool is_row = along(block, Axis::row) != 0 ||
                      (along(block, Axis::column) == 0 && along(thread, Axis::row) != 0);
  const Axis axis = is_row ? Axis::row : Axis::column;
  Distances each{axis,
                 in_y,
                 along(block, axis),
                 along(thread, axis),
                 int(launch.block[in_y ? 1 : 0]),
                 is_row ? map.rows : map.cols};
  constexpr int kUsual = 8;
  const bool is_a_line = map.most_of_thread == 1 && each.thread == 1;
  const bool is_whole = each.wide % each.threads == 0 || each.wide % kUsual == 0;
  // All blocks may be cut off by the edge of C, or be partly stored over by others.
  each.wide = is_a_line ? each.threads : is_whole ? each.wide : 0;
  return each;
}

// Whether a block stored all of the part of C that its elements lie in.
bool is_dense(const StoreMap& map) {
  return map.most_of_block == std::uint64_t(map.rows) * std::uint64_t(map.cols);
}

// Whether threads load so much for each product of what is stored, where one sum needs 2, that they
// have more sums than they store: those fill the gaps between blocks. Threads outside of C load no
// less than others, and for a whole tile of k, which is as wide as a block.
bool has_more_sums(const StoreMap& map, const LaunchShape& launch, int k) {
  constexpr double kFloats = 2.6;
  const int tile = std::clamp(int(launch.block[0]), 1, 32);
  const double padded = (k + tile - 1) / tile * tile;
  const double stored = launch.threads() * double(map.most_of_thread);
  return double(launch.loaded) > kFloats * sizeof(float) * stored * padded;
}

void explain_distances(const Distances& each, const StoreMap& map, const LaunchShape& launch,
                       Explanations& found) {
  const int variant = each.in_y ? 2 : 1;
  const bool is_by_threads = map.most_of_thread == 1 && each.thread > 1;
  if (each.block == 1 && each.thread > 1) {
    found.add(RolesExchanged{each.axis, each.in_y, each.thread, each.block}, variant,
              Belief::certain);
  } else if (is_dense(map) && each.block > 0 && each.wide > 0 && each.block != each.wide &&
             !(each.block > each.wide && has_more_sums(map, launch, found.seen.run.shape.k))) {
    BlocksApart apart{each.axis, each.in_y, each.block, each.wide};
    const bool is_in_rows = each.axis == Axis::row;
    const auto blocks_of = [&](int wide) {
      return unsigned(((is_in_rows ? found.seen.m : found.seen.n) + wide - 1) / wide);
    };
    const unsigned blocks = launch.grid[each.in_y ? 1 : 0];
    apart.outputs = each.block > each.wide && map.most_of_thread > 1 ? int(map.most_of_thread) : 0;
    apart.fits_grid =
        each.block > each.wide && blocks == blocks_of(each.block) && blocks != blocks_of(each.wide);
    apart.leaves_out = apart.outputs > 0 && apart.fits_grid;
    // At this n a distance of one tile of rows may as well be one of as many elements.
    const bool is_ambiguous = is_in_rows && each.block * found.seen.n == each.wide;
    found.add(apart, variant, is_ambiguous ? Belief::uncertain : Belief::certain);
    if (is_ambiguous) {
      found.add(OriginInElements{each.in_y, each.wide}, variant, Belief::uncertain);
    }
  } else if (is_by_threads && (each.block == 0 || each.block == each.thread * each.threads)) {
    found.add(ThreadsApart{each.axis, each.in_y, each.thread}, variant, Belief::certain);
  }
}

// Neighbours in y: threads store one row apart, and blocks as many columns as they have threads. If
// neighbours in x do not store along columns, x and y have changed places instead.
void explain_origin(const StoreMap& map, const LaunchShape& launch, Explanations& found) {
  const int threads = int(launch.block[1]), apart = along(map.block_y, Axis::column);
  if (along(map.thread_y, Axis::row) == 1 && threads > 1 && apart > 0 && apart % threads == 0 &&
      along(map.block_x, Axis::column) > 0) {
    found.add(OriginInElements{true, apart}, 2, Belief::certain);
  }
}

// Blocks that store nothing, next to rows or columns that nothing stores: if they are too far apart
// at a larger C, they are here, too.
void explain_blocks_outside(const StoreMap& map, Explanations& found) {
  const WrongElements& seen = found.seen;
  if (map.storing == map.blocks || !is_dense(map) || seen.is_unwritten(0, 0)) {
    return;
  }
  BlocksApart apart;
  apart.blocks = int(map.blocks);
  apart.storing = int(map.storing);
  for (const Axis axis : {Axis::column, Axis::row}) {
    const bool in_y = axis == Axis::row;
    if (in_y ? seen.is_unwritten(seen.m - 1, 0) : seen.is_unwritten(0, seen.n - 1)) {
      apart.axis = axis;
      apart.in_y = in_y;
      found.add(apart, in_y ? 2 : 1, Belief::uncertain);
    }
  }
}

// Blocks in one row of a grid, each with a part of C of its own.
void explain_number(const StoreMap& map, const LaunchShape& launch, Explanations& found) {
  const WrongElements& seen = found.seen;
  const bool is_flat = launch.grid[1] == 1 && launch.grid[2] == 1;
  const bool is_line = launch.block[1] == 1;  // of threads, which count all elements of C
  if (!is_flat || map.storing < map.blocks || map.most_of_block == 0) {
    return;
  }
  const auto parts = [](std::uint64_t all, std::uint64_t part) { return (all + part - 1) / part; };
  const auto m = std::uint64_t(seen.m), n = std::uint64_t(seen.n);
  const bool is_tile = is_dense(map);
  const std::uint64_t needed =
      is_tile ? parts(m, std::uint64_t(map.rows)) * parts(n, std::uint64_t(map.cols))
              : parts(m * n, map.most_of_block);
  // Else most threads of a block store nothing, although C has room for them: an index is wrong.
  const std::uint64_t threads = std::uint64_t(launch.block[0]) * launch.block[1];
  const bool are_threads_used = 2 * map.most_of_block > std::min(threads, m * n);
  if (needed > map.blocks && are_threads_used) {
    const bool are_rows_reached = is_line || map.stored > std::uint64_t(map.rows) * n;
    found.add(TooFewBlocks{int(map.blocks), int(needed), int(map.most_of_block),
                           is_tile ? map.rows : 0, is_tile ? map.cols : 0},
              0, are_rows_reached ? Belief::certain : Belief::uncertain);
  }
}

}  // namespace

void explain_by_blocks(Explanations& found) {
  const LaunchShape* const launch = found.seen.launch();
  if (!found.seen.run.stores || launch == nullptr || found.seen.run.launches.size() != 1) {
    return;
  }
  const StoreMap& map = *found.seen.run.stores;
  explain_distances(distances(map, *launch, false), map, *launch, found);
  explain_distances(distances(map, *launch, true), map, *launch, found);
  explain_origin(map, *launch, found);
  explain_number(map, *launch, found);
  explain_blocks_outside(map, found);
}

}  // namespace gemmlab
