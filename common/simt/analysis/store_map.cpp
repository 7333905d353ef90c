#include "common/simt/analysis/store_map.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "common/simt/memory/shadow.h"

namespace simt {
namespace {

using gemmlab::StoreMap;
using gemmlab::StoreStep;

// The elements of a thread.
struct Part {
  int first_row = 0, first_col = 0;
  u32 elements = 0;

  void add(int row, int col) {
    first_row = elements == 0 ? row : std::min(first_row, row);
    first_col = elements == 0 ? col : std::min(first_col, col);
    ++elements;
  }
};

struct BlockPart : Part {
  int last_row = 0, last_col = 0;

  void add(int row, int col) {
    Part::add(row, col);
    last_row = std::max(last_row, row);
    last_col = std::max(last_col, col);
  }
};

class Stores {
 public:
  explicit Stores(const BlockOrder& launch)
      : launch_(launch),
        threads_of_block_(launch.block.x * launch.block.y * launch.block.z),
        blocks_(launch.blocks),
        threads_(launch.blocks * threads_of_block_) {}

  void add(u64 number, u32 thread, int row, int col) {
    const uint3 at = launch_.block_at(number);
    const u64 block = place_of(at.x, at.y, at.z);
    blocks_[block].add(row, col);
    threads_[block * threads_of_block_ + thread].add(row, col);
  }

  StoreMap map() const {
    StoreMap map;
    map.blocks = launch_.blocks;
    for (const BlockPart& block : blocks_) {
      map.stored += block.elements;
      map.storing += block.elements > 0 ? 1 : 0;
      map.most_of_block = std::max(map.most_of_block, u64{block.elements});
      if (block.elements > 0) {
        map.rows = std::max(map.rows, block.last_row - block.first_row + 1);
        map.cols = std::max(map.cols, block.last_col - block.first_col + 1);
      }
    }
    for (const Part& thread : threads_) {
      map.most_of_thread = std::max(map.most_of_thread, u64{thread.elements});
    }
    const dim3 &grid = launch_.grid, &block = launch_.block;
    map.block_x = step(threads_of_block_, grid.x * threads_of_block_);
    map.block_y = step(u64{grid.x} * threads_of_block_, threads_.size());
    map.thread_x = step(1, block.x);
    map.thread_y = step(block.x, threads_of_block_);
    return map;
  }

 private:
  u64 place_of(u64 x, u64 y, u64 z) const { return (z * launch_.grid.y + y) * launch_.grid.x + x; }

  // From each thread to the one `by` places further, where both are in one group of so many; what
  // most of them agree on: others may have stored over some.
  std::optional<StoreStep> step(u64 by, u64 group) const {
    std::map<std::pair<int, int>, u64> steps;
    u64 all = 0;
    for (u64 i = 0; i + by < threads_.size(); ++i) {
      const Part &here = threads_[i], &there = threads_[i + by];
      if (i / group == (i + by) / group && here.elements > 0 && there.elements > 0) {
        ++steps[{there.first_row - here.first_row, there.first_col - here.first_col}];
        ++all;
      }
    }
    const auto usual =
        std::ranges::max_element(steps, {}, [](const auto& each) { return each.second; });
    if (usual == steps.end() || 2 * usual->second <= all) {
      return std::nullopt;
    }
    return StoreStep{usual->first.first, usual->first.second};
  }

  const BlockOrder& launch_;
  const u64 threads_of_block_;
  std::vector<BlockPart> blocks_;
  std::vector<Part> threads_;
};

}  // namespace

std::optional<StoreMap> map_of_stores(const Arena& arena, const Allocation& c,
                                      const BlockOrder& launch) {
  constexpr u64 kMostThreads = 1 << 21;
  const u64 threads = u64{launch.block.x} * launch.block.y * launch.block.z;
  if (c.cols == 0 || launch.blocks > kMostThreads || launch.blocks * threads > kMostThreads) {
    return std::nullopt;
  }
  Stores stores(launch);
  bool is_any = false;
  const u64 first = (c.begin - arena.begin()) / 4;
  for (u64 i = 0; i < c.bytes / 4; ++i) {
    const GlobalTouch written = arena.shadow().written[first + i];
    const u64 number = (written >> 32) - launch.first_serial;
    const bool is_kernels = written >> 32 != 0 && !is_split(written);
    if (is_kernels && (number >= launch.blocks || written == several_blocks(written >> 32))) {
      return std::nullopt;  // of another launch, or of several blocks
    }
    const auto thread = static_cast<u32>(written) & kThreadMask;
    if (is_kernels && thread < threads) {
      is_any = true;
      stores.add(number, thread, static_cast<int>(i / u64(c.cols)),
                 static_cast<int>(i % u64(c.cols)));
    }
  }
  return is_any ? std::optional(stores.map()) : std::nullopt;
}

}  // namespace simt
