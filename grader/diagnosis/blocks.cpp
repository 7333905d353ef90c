#include "grader/diagnosis/blocks.h"

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

void explain_distances(const Distances& each, const StoreMap& map, Explanations& found) {
  const bool is_exchanged = each.block == 1 && each.thread > 1 && each.threads > 1;
  if (is_exchanged) {
    found.add(RolesExchanged{each.axis, each.in_y, each.thread, each.block}, each.in_y ? 2 : 1,
              Belief::certain);
  } else if (is_dense(map) && each.block > 0 && each.wide > 0 && each.block != each.wide) {
    found.add(BlocksApart{each.axis, each.in_y, each.block, each.wide}, each.in_y ? 2 : 1,
              Belief::certain);
  } else if (map.most_of_thread == 1 && each.thread > 1 && each.block == each.thread * each.threads) {
    found.add(ThreadsApart{each.axis, each.in_y, each.thread}, each.in_y ? 2 : 1, Belief::certain);
  }
}

// Blocks in one row of a grid, each with a part of C of its own.
void explain_number(const StoreMap& map, const LaunchShape& launch, Explanations& found) {
  const WrongElements& seen = found.seen;
  const std::uint64_t all = std::uint64_t(seen.m) * std::uint64_t(seen.n);
  const bool is_flat = launch.grid[1] == 1 && launch.grid[2] == 1;
  const bool is_line = launch.block[1] == 1;  // of threads, which count all elements of C
  const bool are_rows_reached = is_line || map.stored > std::uint64_t(map.rows) * seen.n;
  if (!is_flat || map.storing < map.blocks || !are_rows_reached ||
      map.blocks * map.most_of_block >= all) {
    return;
  }
  const auto tiles = [](int extent, int width) { return (extent + width - 1) / width; };
  const int needed = is_dense(map) && !is_line
                         ? tiles(seen.m, map.rows) * tiles(seen.n, map.cols)
                         : int((all + map.most_of_block - 1) / map.most_of_block);
  found.add(TooFewBlocks{int(map.blocks), int(map.most_of_block), needed}, 0, Belief::certain);
}

}  // namespace

void explain_by_blocks(Explanations& found) {
  const LaunchShape* const launch = found.seen.launch();
  if (!found.seen.run.stores || launch == nullptr || found.seen.run.launches.size() != 1) {
    return;
  }
  const StoreMap& map = *found.seen.run.stores;
  explain_distances(distances(map, *launch, false), map, found);
  explain_distances(distances(map, *launch, true), map, found);
  explain_number(map, *launch, found);
}

}  // namespace gemmlab
