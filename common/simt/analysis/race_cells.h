// Cells of either kind of memory, as the race rules see them, and what few of them need besides.
#pragma once

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "common/simt/memory/arena.h"
#include "common/simt/memory/shadow.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/launch_state.h"

namespace simt {

// Plain stores that were followed by another of the same value, or by an atomic: accesses that come
// after those may be unordered with these.
template <class Cell>
struct EarlierStores {
  Cell touch = 0;
  u16 site = 0;
};

// The state of each byte of a cell of which fewer than four bytes were accessed at once, because
// other threads may use its neighbours.
template <class Cell>
struct FourBytes {
  Cell written[4] = {}, read[4] = {};
  u32 value[4] = {};
  u16 writer[4] = {}, reader[4] = {};
};

// By cell. There is room for a large matrix; of more, all is forgotten.
template <class Cell>
struct RareCells {
  static constexpr std::size_t kMost = 1 << 19;

  std::unordered_map<u64, EarlierStores<Cell>> earlier;  // also of bytes: see ByteCells::key()
  std::unordered_map<u64, FourBytes<Cell>> bytes;        // current if is_split(written)

  void clear() {
    earlier.clear();
    bytes.clear();
  }
};

// Cells of memory that begins at `begin`, a multiple of 4, for one block.
template <class Shadow, class CellType>
struct Cells {
  using Cell = CellType;

  u64 index(u64 address) const { return (address - begin) / 4; }
  u64 key(u64 c) const { return c; }
  Cell written(u64 c) const { return shadow.written[c]; }
  Cell read(u64 c) const { return shadow.read[c]; }
  void set_read(u64 c, Cell cell) { shadow.read[c] = cell; }
  u32& value(u64 c) { return shadow.value[c]; }
  u16& writer(u64 c) { return shadow.writer[c]; }
  u16& reader(u64 c) { return shadow.reader[c]; }

  Shadow& shadow;
  RareCells<Cell>& rare;
  u64 begin;
  const BlockState& block;
};

// Of a block's shared memory.
struct SharedCells : Cells<SharedShadow, Touch> {
  Touch mine(u32 thread) const { return touch_of(thread, block.clock); }
  bool unordered(Touch before, u32 thread) const { return !ordered(before, thread, block.clock); }
  Touch joined(Touch before, Touch mine) const { return simt::joined(before, mine, block.clock); }
  Touch exchange_written(u64 c, Touch cell) { return std::exchange(shadow.written[c], cell); }
  // Whether a write may be unordered with a current access of another thread.
  bool still_matters(Touch before) const { return clock_of(before) >= block.clock.barrier; }
  bool same_block(Touch) const { return true; }
};

// Of the arena, or of variables.
struct GlobalCells : Cells<const GlobalShadow, GlobalTouch> {
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

// The bytes of one cell of `Whole`, from 0 to 3.
template <class Whole>
struct ByteCells : Whole {
  using Cell = typename Whole::Cell;

  ByteCells(const Whole& whole, u64 cell_, FourBytes<Cell>& bytes_)
      : Whole(whole), cell(cell_), bytes(bytes_) {}

  u64 key(u64 byte) const { return ~(cell * 4 + byte); }
  Cell written(u64 byte) const { return bytes.written[byte]; }
  Cell read(u64 byte) const { return bytes.read[byte]; }
  void set_read(u64 byte, Cell touch) { bytes.read[byte] = touch; }
  u32& value(u64 byte) { return bytes.value[byte]; }
  u16& writer(u64 byte) { return bytes.writer[byte]; }
  u16& reader(u64 byte) { return bytes.reader[byte]; }
  u32 whole_value() const {
    return bytes.value[0] | bytes.value[1] << 8 | bytes.value[2] << 16 | bytes.value[3] << 24;
  }
  Cell exchange_written(u64 byte, Cell touch) {
    Whole::exchange_written(cell, static_cast<Cell>(~Cell{kAnyKernel}));
    return std::exchange(bytes.written[byte], touch);
  }

  u64 cell;
  FourBytes<Cell>& bytes;
};

// Splits a cell into its bytes, if it is not yet. They begin with what is known of the cell.
template <class Whole>
ByteCells<Whole> bytes_of(Whole& cells, u64 c) {
  using Cell = typename Whole::Cell;
  auto& known = cells.rare.bytes;
  const Cell written = cells.written(c);
  if (const auto found = known.find(c); found != known.end() && is_split(written)) {
    return {cells, c, found->second};
  }
  if (known.size() >= RareCells<Cell>::kMost) {
    known.clear();
  }
  FourBytes<Cell>& bytes = known[c];
  for (u32 byte = 0; byte < 4; ++byte) {
    bytes.written[byte] = last_writer(written);
    bytes.read[byte] = cells.read(c);
    bytes.value[byte] = cells.value(c) >> byte * 8 & 0xff;
    bytes.writer[byte] = cells.writer(c);
    bytes.reader[byte] = cells.reader(c);
  }
  cells.exchange_written(c, static_cast<Cell>(~std::min(last_writer(written), Cell{kAnyKernel})));
  cells.set_read(c, 0);
  return {cells, c, bytes};
}

// Whether one thread stored all four bytes, at one place in the source and between two barriers, as
// memcpy does: nothing is left that only the bytes tell.
template <class Whole>
bool are_of_one_copy(const ByteCells<Whole>& cells) {
  const auto all_equal = [](const auto& four) {
    return std::equal(std::begin(four) + 1, std::end(four), std::begin(four));
  };
  return cells.rare.earlier.empty() && all_equal(cells.bytes.written) &&
         all_equal(cells.bytes.writer);
}

// After a store of all four bytes: makes them one cell again, unless somebody who read one of them
// still matters.
template <class Whole>
void unite(Whole& cells, u64 c, u32 thread, u16 site, u32 value) {
  const ByteCells<Whole> bytes = bytes_of(cells, c);
  for (u32 byte = 0; byte < 4; ++byte) {
    if (cells.still_matters(bytes.read(byte))) {
      return;
    }
  }
  cells.rare.bytes.erase(c);
  cells.exchange_written(c, cells.mine(thread));
  cells.writer(c) = site;
  cells.value(c) = value;
}

}  // namespace simt
