// Which elements of C the threads and blocks of a launch stored, as far as one rule holds for all.
#pragma once

#include <cstdint>
#include <optional>

#include "common/facts/json_fields.h"

namespace gemmlab {

// From what a thread or block stored first to what its neighbour did.
struct StoreStep {
  int rows = 0, cols = 0;
};
GEMMLAB_JSON(StoreStep, rows, cols)

struct StoreMap {
  std::uint64_t stored = 0;               // elements
  std::uint64_t blocks = 0, storing = 0;  // of the launch; those of them that stored last somewhere
  std::uint64_t most_of_block = 0, most_of_thread = 0;  // elements
  int rows = 0, cols = 0;  // the smallest part of C that holds all elements of any block
  std::optional<StoreStep> block_x, block_y, thread_x, thread_y;  // none: no rule, or no neighbours
};
GEMMLAB_JSON(StoreMap, stored, blocks, storing, most_of_block, most_of_thread, rows, cols, block_x,
             block_y, thread_x, thread_y)

}  // namespace gemmlab
