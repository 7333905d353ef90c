// Reads and writes of runs in the shadow. False: there may be an error or a conflict, and nothing
// important has changed. The rules are those of race_check.h. Only for fast_request.cpp, like
// fast_runs.h.
#pragma once

#include <algorithm>

#include "common/simt/analysis/fast_runs.h"
#include "common/simt/analysis/fast_tables.h"
#include "common/simt/memory/arena.h"
#include "common/simt/memory/shadow.h"
#include "common/simt/state/integers.h"

namespace simt {
namespace {

// The content of a cell after a read by `mine` (a thread, or several of one warp). `now`: includes
// all touches from the same time on. See joined() in shadow.h; there are no warp barriers here.
Touch joined_read(Touch before, Touch mine, Touch now) {
  const Touch any = now | kAnyWarp;
  const Touch of_warp = now | (mine & kWarpMask) | kTouchSeveral;
  const bool same_warp = ((before ^ mine) & kWarpMask) == 0 && before != any;
  const Touch merged = same_warp ? of_warp : any;
  return before < now || before == mine ? mine : merged;
}

// Whether no cell was touched from `first` on: the first touch of this time, or of this launch.
// `least` is 1 if all must have been touched.
template <class AnyTouch>
bool touched_before(const AnyTouch* touched, u32 cells, AnyTouch first, AnyTouch least = 0) {
  AnyTouch wrong = 0;
  for (u32 q = 0; q < cells; ++q) {
    wrong |= touched[q] - least >= first - least ? 1 : 0;
  }
  return wrong == 0;
}
template <class AnyTouch>
bool written_before(const AnyTouch* written, u32 cells, AnyTouch first) {
  return touched_before(written, cells, first, AnyTouch{1});
}

// For the run's first lane; each following lane is larger by its step().
Touch reader_of(const LaneRun& run, Touch now, u32 first_thread) {
  return now | (run.step() == 0 ? first_thread | kTouchSeveral : first_thread + run.lane);
}

// If a later run fails, the general path records the earlier ones again, without any effect.
template <u32 kBytes>
bool read_shared(const FastTables& t, const Runs& runs, const FastAccess& access, u16 site) {
  constexpr u32 kCells = kBytes / 4;
  const Touch now = t.clock->now << kClockShift, any = now | kAnyWarp;
  for (int k = 0; k < runs.count; ++k) {
    const LaneRun& run = runs.run[k];
    const u64 c = (run.address - t.shared_begin) / 4;
    const u32 cells = run.accesses() * kCells, each = run.step();
    if (!written_before(t.shared.written + c, cells, now)) {
      return false;
    }
    Touch* read = t.shared.read + c;
    const Touch mine = reader_of(run, now, access.first_thread);
    u32 unsettled = 0;
    for (u32 q = 0; q < cells; ++q) {
      unsettled |= read[q] ^ any;
    }
    for (u32 q = 0; unsettled != 0 && q < cells; ++q) {
      read[q] = joined_read(read[q], mine + q / kCells * each, now);
      t.shared.reader[c + q] = site;
    }
  }
  return true;
}

// `begin`: of the memory with these cells; `first`: see touched_before(); `now`: this time's touch
// by the block's thread 0.
template <u32 kBytes, class Cells, class AnyTouch>
bool write_cells(const Cells& cells, u64 begin, AnyTouch first, AnyTouch now, const Runs& runs,
                 const FastAccess& access, u16 site) {
  constexpr u32 kCells = kBytes / 4;
  for (int k = 0; k < runs.count; ++k) {
    const u64 c = (runs.run[k].address - begin) / 4;
    const u32 count = runs.run[k].lanes * kCells;
    if (runs.run[k].broadcast || !touched_before(cells.written + c, count, first) ||
        !touched_before(cells.read + c, count, first)) {
      return false;
    }
  }
  for (int k = 0; k < runs.count; ++k) {
    const LaneRun& run = runs.run[k];
    const u64 c = (run.address - begin) / 4;
    const AnyTouch mine = now | (access.first_thread + run.lane);
    for (u32 q = 0; q < run.lanes * kCells; ++q) {
      cells.written[c + q] = mine + q / kCells;
      cells.value[c + q] = access.of.logs[run.lane + q / kCells].value[access.entry];
      cells.writer[c + q] = site;
    }
  }
  return true;
}

template <u32 kBytes>
bool write_shared(const FastTables& t, const Runs& runs, const FastAccess& access, u16 site) {
  const Touch now = t.clock->now << kClockShift;
  return write_cells<kBytes>(t.shared, t.shared_begin, now, now, runs, access, site);
}

template <u32 kBytes>
bool write_global(const FastTables& t, const Runs& runs, const FastAccess& access, u16 site) {
  const GlobalTouch now = t.serial << 32 | t.clock->now << kClockShift;
  return write_cells<kBytes>(t.global, t.arena_begin, t.first_serial << 32, now, runs, access,
                             site);
}

// As joined_read(), for memory that other blocks also use.
GlobalTouch joined_global_read(GlobalTouch before, GlobalTouch mine, u64 first, Touch now) {
  const GlobalTouch several = several_blocks(first >> 32);
  const u64 serial = mine >> 32 << 32;
  const GlobalTouch same_block =
      serial | joined_read(static_cast<Touch>(before), static_cast<Touch>(mine), now);
  const bool other_block = before >> 32 != mine >> 32 || before == several;
  const GlobalTouch recent = other_block ? several : same_block;
  return before < first ? mine : recent;
}

// Whether all groups of the cells are settled.
bool are_settled(const FastTables& t, u64 c, u32 cells) {
  u64 others = 0;
  for (u64 g = c / GlobalShadow::kGroup; g <= (c + cells - 1) / GlobalShadow::kGroup; ++g) {
    others |= t.global.settled[g] ^ t.first_serial;
  }
  return others == 0;
}

// Settles those groups of the cells for which it is time.
void settle(const FastTables& t, u64 c, u32 cells) {
  constexpr u64 kGroup = GlobalShadow::kGroup;
  const u64 first = t.first_serial << 32, several = several_blocks(t.first_serial);
  for (u64 g = c / kGroup; g <= (c + cells - 1) / kGroup; ++g) {
    const GlobalTouch* const written = t.global.written + g * kGroup;
    const GlobalTouch* const read = t.global.read + g * kGroup;
    if (std::all_of(read, read + kGroup, [=](GlobalTouch each) { return each == several; }) &&
        written_before(written, kGroup, first)) {
      t.global.settled[g] = static_cast<u32>(t.first_serial);
    }
  }
}

template <u32 kBytes>
bool read_global(const FastTables& t, const Runs& runs, const FastAccess& access, u16 site) {
  constexpr u32 kCells = kBytes / 4;
  const u64 first = t.first_serial << 32;
  const Touch now = t.clock->now << kClockShift;
  for (int k = 0; k < runs.count; ++k) {
    const LaneRun& run = runs.run[k];
    const u64 c = (run.address - t.arena_begin) / 4;
    const u32 cells = run.accesses() * kCells, each = run.step();
    if (are_settled(t, c, cells)) {
      continue;
    }
    if (!written_before(t.global.written + c, cells, first)) {
      return false;
    }
    GlobalTouch* read = t.global.read + c;
    const GlobalTouch mine = t.serial << 32 | reader_of(run, now, access.first_thread);
    u64 unsettled = 0;
    for (u32 q = 0; q < cells; ++q) {
      unsettled |= read[q] ^ several_blocks(t.first_serial);
    }
    if (unsettled == 0) {
      settle(t, c, cells);
      continue;
    }
    for (u32 q = 0; q < cells; ++q) {
      read[q] = joined_global_read(read[q], mine + q / kCells * each, first, now);
    }
    std::fill_n(t.global.reader + c, cells, site);
  }
  return true;
}

}  // namespace
}  // namespace simt
