// The race rules, over cells of either kind of memory.
#pragma once

#include <utility>

#include "common/simt/memory/arena.h"
#include "common/simt/memory/shadow.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/launch_state.h"

namespace simt {

// A conflict of an access to one cell.
struct Conflict {
  enum class Kind { none, unwritten, race, same_value };
  Kind kind = Kind::none;
  u64 before = 0;  // the touch it conflicts with
  u16 site = 0;    // and its place
  bool before_wrote = false;
};

// Cells of memory that begins at `begin`, for one block.
template <class Shadow, class CellType, u32 kCellBytes>
struct Cells {
  using Cell = CellType;
  static constexpr u32 kBytes = kCellBytes;

  u64 index(u64 address) const { return (address - begin) / kBytes; }
  Cell written(u64 c) const { return shadow.written[c]; }
  Cell read(u64 c) const { return shadow.read[c]; }
  void set_read(u64 c, Cell cell) { shadow.read[c] = cell; }
  u32& value(u64 c) { return shadow.value[c]; }
  u16& writer(u64 c) { return shadow.writer[c]; }
  u16& reader(u64 c) { return shadow.reader[c]; }

  Shadow& shadow;
  u64 begin;
  const BlockState& block;
};

// Of a block's shared memory.
template <u32 kCellBytes>
struct BlockCells : Cells<SharedShadow, Touch, kCellBytes> {
  Touch mine(u32 thread) const { return touch_of(thread, this->block.clock); }
  bool unordered(Touch before, u32 thread) const {
    return !ordered(before, thread, this->block.clock);
  }
  Touch joined(Touch before, Touch mine) const {
    return simt::joined(before, mine, this->block.clock);
  }
  Touch exchange_written(u64 c, Touch cell) { return std::exchange(this->shadow.written[c], cell); }
  // Whether a write may be unordered with a current access of another thread.
  bool still_matters(Touch before) const { return clock_of(before) >= this->block.clock.barrier; }
  bool same_block(Touch) const { return true; }
};
using SharedCells = BlockCells<4>;
// Single bytes, for accesses of less than four bytes, because other threads may use the
// neighbouring bytes. Does not see an access to the same byte as part of four.
using SharedBytes = BlockCells<1>;

// Of the arena, or of variables.
struct GlobalCells : Cells<const GlobalShadow, GlobalTouch, 4> {
  Cell mine(u32 thread) const { return global_touch(block.serial, touch_of(thread, block.clock)); }
  bool unordered(Cell before, u32 thread) const {
    return still_matters(before) &&
           (!same_block(before) || !ordered(static_cast<Touch>(before), thread, block.clock));
  }
  Cell joined(Cell before, Cell mine) const {
    if (!still_matters(before)) {
      return mine;
    }
    if (before == several_blocks(first_serial) || !same_block(before)) {
      return several_blocks(first_serial);
    }
    return global_touch(block.serial, simt::joined(static_cast<Touch>(before),
                                                   static_cast<Touch>(mine), block.clock));
  }
  Cell exchange_written(u64 c, Cell cell) {
    shadow.settled[c / GlobalShadow::kGroup] = 0;
    return std::exchange(shadow.written[c], cell);
  }
  bool still_matters(Cell before) const { return before >= first_serial << 32; }
  bool same_block(Cell cell) const { return cell >> 32 == block.serial; }

  u64 first_serial;  // of the launch
};

template <class Cell>
bool is_atomic_touch(Cell cell) {
  return (cell & kTouchAtomic) != 0;
}

template <class Cells>
Conflict check_read(Cells& cells, u64 c, u32 thread, u16 site) {
  const auto mine = cells.mine(thread);
  const auto before = cells.read(c);
  const auto after = cells.joined(before, mine);
  if (after != before) {
    cells.set_read(c, after);
    cells.reader(c) = site;
  }
  const auto written = cells.written(c);
  if (written == 0) {
    return {Conflict::Kind::unwritten};
  }
  if (cells.unordered(written, thread)) {
    return {Conflict::Kind::race, written, cells.writer(c), true};
  }
  return {};
}

template <class Cells>
Conflict check_write(Cells& cells, u64 c, u32 thread, u16 site, u32 value) {
  const auto before = cells.exchange_written(c, cells.mine(thread));
  const u16 writer = std::exchange(cells.writer(c), site);
  const u32 old_value = std::exchange(cells.value(c), value);
  const auto read = cells.read(c);
  if (cells.unordered(read, thread)) {
    return {Conflict::Kind::race, read, cells.reader(c), false};
  }
  if (cells.unordered(before, thread)) {
    const bool same = old_value == value && !is_atomic_touch(before);
    return {same ? Conflict::Kind::same_value : Conflict::Kind::race, before, writer, true};
  }
  return {};
}

// A plain write stays recorded, because other threads' atomics conflict with it.
// `in_block`: whether the atomic at a site is one only among the threads of a block.
template <class Cells, class IsInBlock>
Conflict check_atomic(Cells& cells, u64 c, u32 thread, u16 site, IsInBlock in_block) {
  const auto before = cells.written(c);
  const bool shared_with_atomics = is_atomic_touch(before) && cells.unordered(before, thread);
  const auto mine = cells.mine(thread) | kTouchAtomic;
  const u16 writer = cells.writer(c);
  if (is_atomic_touch(before) || !cells.still_matters(before)) {
    cells.exchange_written(c, shared_with_atomics ? cells.joined(before, mine) : mine);
    cells.writer(c) = site;
  }
  if (before == 0) {
    return {Conflict::Kind::unwritten};
  }
  const auto read = cells.read(c);
  if (cells.unordered(read, thread)) {
    return {Conflict::Kind::race, read, cells.reader(c), false};
  }
  if (!is_atomic_touch(before) && cells.unordered(before, thread)) {
    return {Conflict::Kind::race, before, writer, true};
  }
  if (shared_with_atomics && !cells.same_block(before) && (in_block(site) || in_block(writer))) {
    return {Conflict::Kind::race, before, writer, true};
  }
  return {};
}

// An access to less than four bytes. Neighbours may share the cell, so it conflicts with none of
// theirs; but a later one to all four does with it.
template <class Cells>
Conflict check_part(Cells& cells, u64 c, u32 thread, u16 site, bool is_write) {
  const auto mine = cells.mine(thread);
  if (is_write) {
    cells.exchange_written(c, mine);
    cells.writer(c) = site;
    return {};
  }
  cells.set_read(c, cells.joined(cells.read(c), mine));
  cells.reader(c) = site;
  return {cells.written(c) != 0 ? Conflict::Kind::none : Conflict::Kind::unwritten};
}

}  // namespace simt
