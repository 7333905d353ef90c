#include "common/model/occupancy.h"

#include <algorithm>
#include <utility>

namespace gemmlab::model {
namespace {

int rounded_up(int value, int unit) {
  return divided_up(value, unit) * unit;
}

// The total resources of a block with this many warps.
int registers_of_block(const Limits& limits, const BlockNeeds& block, int warps) {
  if (limits.parts == 0) {  // warps come in pairs, and the block gets its registers at once
    return rounded_up(rounded_up(warps, 2) * kWarp * block.registers, limits.register_unit);
  }
  return rounded_up(kWarp * block.registers, limits.register_unit) * warps;
}

int blocks_by_registers(const Limits& limits, const BlockNeeds& block, int warps) {
  if (block.registers == 0) {
    return kUnlimited;
  }
  const int of_block = registers_of_block(limits, block, warps);
  if (limits.parts == 0) {
    return limits.registers / of_block;
  }
  const int warps_in_a_part = limits.registers / limits.parts / (of_block / warps);
  return warps_in_a_part * limits.parts / warps;
}

bool is_too_large(const Limits& limits, const BlockNeeds& block, int warps) {
  return block.threads > limits.block_threads || block.shared_bytes > limits.block_shared ||
         block.registers > limits.thread_registers ||
         // Each part of the SM must have room for as many warps.
         registers_of_block(limits, block, rounded_up(warps, std::max(1, limits.parts))) >
             limits.block_registers;
}

}  // namespace

Occupancy occupancy(const Limits& limits, const BlockNeeds& block) {
  const int warps = std::max(1, divided_up(block.threads, kWarp));
  const int shared = rounded_up(block.shared_bytes + limits.reserved, limits.shared_unit);
  Occupancy result;
  result.by_threads = limits.warps() / warps;
  result.by_blocks = limits.blocks;
  result.by_shared = block.shared_bytes == 0 ? kUnlimited : limits.shared / shared;
  result.by_registers = blocks_by_registers(limits, block, warps);
  if (is_too_large(limits, block, warps)) {
    result.limit = Limit::block_too_large;
    return result;
  }
  result.blocks = kUnlimited;
  for (const auto& [limit, allowed] : {std::pair{Limit::threads, result.by_threads},
                                       std::pair{Limit::registers, result.by_registers},
                                       std::pair{Limit::shared_memory, result.by_shared},
                                       std::pair{Limit::blocks, result.by_blocks}}) {
    if (allowed < result.blocks) {
      result.blocks = allowed;
      result.limit = limit;
    }
  }
  result.warps = result.blocks * warps;
  result.share = double(result.warps) / limits.warps();
  return result;
}

}  // namespace gemmlab::model
