// The race rules, over cells of either kind of memory.
#pragma once

#include <utility>

#include "common/simt/analysis/race_cells.h"
#include "common/simt/memory/shadow.h"
#include "common/simt/state/integers.h"

namespace simt {

// A conflict of an access to one cell.
struct Conflict {
  // may_be_old: loaded as what no kernel writes, but written by the same launch.
  enum class Kind { none, unwritten, race, same_value, may_be_old };
  Kind kind = Kind::none;
  u64 before = 0;  // the touch it conflicts with
  u16 site = 0;    // and its place
  bool before_wrote = false;
};

template <class Cell>
bool is_atomic_touch(Cell cell) {
  return (cell & kTouchAtomic) != 0;
}

template <class Cells>
void forget_earlier(Cells& cells, u64 c) {
  if (!cells.rare.earlier.empty()) {
    cells.rare.earlier.erase(cells.key(c));
  }
}

template <class Cells>
void remember_earlier(Cells& cells, u64 c, typename Cells::Cell store, u16 site) {
  auto& earlier = cells.rare.earlier;
  if (earlier.size() >= cells.rare.kMost) {
    earlier.clear();
  }
  const auto [found, is_new] = earlier.try_emplace(cells.key(c));
  found->second = {is_new ? store : cells.joined(found->second.touch, store), site};
}

// With plain stores before the last one, or before an atomic.
template <class Cells>
Conflict conflict_with_earlier(Cells& cells, u64 c, u32 thread) {
  if (!cells.rare.earlier.empty()) {
    const auto found = cells.rare.earlier.find(cells.key(c));
    if (found != cells.rare.earlier.end() && cells.unordered(found->second.touch, thread)) {
      return {Conflict::Kind::race, found->second.touch, found->second.site, true};
    }
  }
  return {};
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
  // Other threads may have stored the same value as this one: they change nothing here.
  return is_atomic_touch(written) ? conflict_with_earlier(cells, c, thread) : Conflict{};
}

template <class Cells>
Conflict check_write(Cells& cells, u64 c, u32 thread, u16 site, u32 value) {
  const auto before = cells.exchange_written(c, cells.mine(thread));
  const u16 writer = std::exchange(cells.writer(c), site);
  const u32 old_value = std::exchange(cells.value(c), value);
  const bool same = old_value == value && !is_atomic_touch(before);
  const auto read = cells.read(c);
  Conflict conflict;
  if (cells.unordered(read, thread)) {
    conflict = {Conflict::Kind::race, read, cells.reader(c), false};
  } else if (cells.unordered(before, thread)) {
    conflict = {same ? Conflict::Kind::same_value : Conflict::Kind::race, before, writer, true};
  } else if (!same) {
    conflict = conflict_with_earlier(cells, c, thread);
  }
  if (conflict.kind == Conflict::Kind::same_value) {
    remember_earlier(cells, c, before, writer);
  } else if (!same) {
    forget_earlier(cells, c);
  }
  return conflict;
}

// `in_block`: whether the atomic at a site is one only among the threads of a block.
template <class Cells, class IsInBlock>
Conflict check_atomic(Cells& cells, u64 c, u32 thread, u16 site, IsInBlock in_block) {
  const auto before = cells.written(c);
  const bool is_plain = !is_atomic_touch(before);
  const bool shared_with_atomics = !is_plain && cells.unordered(before, thread);
  const auto mine = cells.mine(thread) | kTouchAtomic;
  cells.exchange_written(c, shared_with_atomics ? cells.joined(before, mine) : mine);
  const u16 writer = std::exchange(cells.writer(c), site);
  // Other threads' atomics conflict with it, too.
  if (is_plain && cells.still_matters(before)) {
    remember_earlier(cells, c, before, writer);
  } else if (is_plain) {
    forget_earlier(cells, c);
  }
  if (before == 0) {
    return {Conflict::Kind::unwritten};
  }
  const auto read = cells.read(c);
  if (cells.unordered(read, thread)) {
    return {Conflict::Kind::race, read, cells.reader(c), false};
  }
  if (shared_with_atomics && !cells.same_block(before) && (in_block(site) || in_block(writer))) {
    return {Conflict::Kind::race, before, writer, true};
  }
  return conflict_with_earlier(cells, c, thread);
}

}  // namespace simt
