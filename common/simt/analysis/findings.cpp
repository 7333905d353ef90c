#include "common/simt/analysis/findings.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "common/facts/finding.h"
#include "common/simt/memory/shadow.h"
#include "common/simt/shim/simt_abi.h"
#include "common/simt/source/debug_info.h"
#include "common/simt/state/integers.h"

namespace simt {

static Coordinates coordinates(const uint3& at, const dim3& extents) {
  if (extents.z > 1) {
    return {at.x, at.y, at.z};
  }
  return extents.y > 1 ? Coordinates{at.x, at.y} : Coordinates{at.x};
}

Coordinates BlockView::thread(u32 thread) const {
  const dim3& extents = launch->config->block;
  return coordinates(
      {thread % extents.x, thread / extents.x % extents.y, thread / extents.x / extents.y},
      extents);
}

ThreadId BlockView::who(u32 thread_) const {
  return {thread(thread_), coordinates(block->index, launch->config->grid)};
}

OtherThread BlockView::other(u64 touch, bool is_global) const {
  const u64 serial = touch >> 32;
  OtherThread other;
  other.in_other_block =
      is_global && (serial != block->serial || touch == several_blocks(launch->first_serial));
  if ((touch & kTouchSeveral) == 0) {
    other.thread = thread(static_cast<u32>(touch & kThreadMask));
    if (other.in_other_block) {
      other.block =
          coordinates(launch->block_at(serial - launch->first_serial), launch->config->grid);
    }
  }
  return other;
}

const Variable* BlockView::shared_at(u64 offset, u32 bytes) const {
  const auto& all = module->shared();
  auto next = std::ranges::upper_bound(all, offset, {}, &Variable::offset);
  if (next == all.begin()) {
    return nullptr;
  }
  const Variable& variable = *--next;
  return offset + bytes <= variable.offset + variable.bytes ? &variable : nullptr;
}

VariablePlace BlockView::place_in(const Variable& variable, std::int64_t offset) const {
  const VariableShape shape = shape_of_shared(module->path(), variable.symbol, variable.bytes);
  const bool is_inside = offset >= 0 && offset < static_cast<std::int64_t>(variable.bytes);
  const std::string place =
      shape.extents.empty() && !is_inside ? "" : simt::place_in(shape, offset);
  return {variable.name, variable.bytes, variable.name + place, place.empty() ? offset : 0};
}

Target BlockView::target_of(u64 address) const {
  if (const Allocation* allocation = arena.near(address)) {
    return simt::place_in(*allocation, address);
  }
  if (shared.contains(address)) {
    const u64 offset = address - shared.begin;
    if (const Variable* variable = shared_at(offset, 1)) {
      return place_in(*variable, static_cast<std::int64_t>(offset - variable->offset));
    }
    return DynamicSharedPlace{address - dynamic.begin, dynamic.end - dynamic.begin};
  }
  if (const Variable* variable = module->variable_at(address)) {
    return simt::place_in(*variable, address);
  }
  return AddressPlace{address};
}

}  // namespace simt
