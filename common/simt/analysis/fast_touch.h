// Reads and writes of runs in the shadow. False: there may be an error or a conflict, and nothing
// important has changed. The rules are those of race_check.h. Only for fast_request.cpp, like
// fast_runs.h.
#pragma once

#include "common/simt/analysis/fast_runs.h"

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

// Whether all cells were written, before the touch `first`: of this time, or of this launch.
template <class AnyTouch>
bool written_before(const AnyTouch* written, u32 cells, AnyTouch first) {
  AnyTouch wrong = 0;
  for (u32 q = 0; q < cells; ++q) {
    wrong |= written[q] - 1 >= first - 1 ? 1 : 0;
  }
  return wrong == 0;
}

// Whether no cell was touched since.
template <class AnyTouch>
bool touched_before(const AnyTouch* touched, u32 cells, AnyTouch first) {
  AnyTouch lately = 0;
  for (u32 q = 0; q < cells; ++q) {
    lately |= touched[q] >= first ? 1 : 0;
  }
  return lately == 0;
}

// For the run's first lane; each following lane is larger by one_by_one().
Touch reader_of(const LaneRun& run, Touch now, u32 first_thread) {
  return run.broadcast || run.repeated ? now | first_thread | kTouchSeveral
                                       : now | (first_thread + run.lane);
}
u32 one_by_one(const LaneRun& run) {
  return run.broadcast || run.repeated ? 0 : 1;
}

template <u32 kBytes>
bool read_shared(const FastTables& t, const Runs& runs, const FastAccess& access, u16 site) {
  constexpr u32 kCells = kBytes / 4;
  const Touch now = t.clock->now << kClockShift;
  for (int k = 0; k < runs.count; ++k) {
    const Touch* written = t.shared_written + (runs.run[k].address - t.shared_begin) / 4;
    if (!written_before(written, runs.run[k].accesses() * kCells, now)) {
      return false;
    }
  }
  for (int k = 0; k < runs.count; ++k) {
    const LaneRun& run = runs.run[k];
    const u64 c = (run.address - t.shared_begin) / 4;
    Touch* read = t.shared_read + c;
    u16* reader = t.shared_reader + c;
    const u32 cells = run.accesses() * kCells;
    const Touch mine = reader_of(run, now, access.first_thread), any = now | kAnyWarp;
    if (cells == 1) {
      const Touch after = joined_read(*read, mine, now);
      if (after != *read) {
        *read = after;
        *reader = site;
      }
      continue;
    }
    const u32 each = one_by_one(run);
    u32 unsettled = 0;
    for (u32 q = 0; q < cells; ++q) {
      unsettled |= read[q] ^ any;
    }
    for (u32 q = 0; unsettled != 0 && q < cells; ++q) {
      read[q] = joined_read(read[q], mine + q / kCells * each, now);
    }
    for (u32 q = 0; unsettled != 0 && q < cells; ++q) {
      reader[q] = site;
    }
  }
  return true;
}

template <u32 kBytes>
bool write_shared(const FastTables& t, const Runs& runs, const FastAccess& access, u16 site) {
  constexpr u32 kCells = kBytes / 4;
  const Touch now = t.clock->now << kClockShift;
  for (int k = 0; k < runs.count; ++k) {
    const u64 c = (runs.run[k].address - t.shared_begin) / 4;
    const u32 cells = runs.run[k].lanes * kCells;
    if (runs.run[k].broadcast || !touched_before(t.shared_written + c, cells, now) ||
        !touched_before(t.shared_read + c, cells, now)) {
      return false;
    }
  }
  for (int k = 0; k < runs.count; ++k) {
    const LaneRun& run = runs.run[k];
    const u64 c = (run.address - t.shared_begin) / 4;
    const Touch mine = now | (access.first_thread + run.lane);
    for (u32 q = 0; q < run.lanes * kCells; ++q) {
      t.shared_written[c + q] = mine + q / kCells;
      t.shared_value[c + q] = access.logs[run.lane + q / kCells].value[access.entry];
      t.shared_writer[c + q] = site;
    }
  }
  return true;
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

// Other OS threads see the marks made so far before the cells from here on are read: an exchange
// alone does not promise that on every processor.
const GlobalTouch* seen_after_marks(const GlobalTouch* cells) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return cells;
}

void note_global_read(const FastTables& t, u64 c, GlobalTouch mine, u64 first, Touch now) {
  GlobalTouch before = __atomic_load_n(&t.global.read[c], __ATOMIC_RELAXED);
  for (;;) {
    const GlobalTouch after = joined_global_read(before, mine, first, now);
    if (after == before || __atomic_compare_exchange_n(&t.global.read[c], &before, after, false,
                                                       __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
      return;
    }
  }
}

template <u32 kBytes>
bool read_global(const FastTables& t, const Runs& runs, const FastAccess& access, u16 site) {
  constexpr u32 kCells = kBytes / 4;
  const u64 first = t.first_serial << 32;
  const GlobalTouch several = several_blocks(t.first_serial);
  const Touch now = t.clock->now << kClockShift;
  for (int k = 0; k < runs.count; ++k) {
    const u64 c = (runs.run[k].address - t.arena_begin) / 4;
    if (!written_before(t.global.written + c, runs.run[k].accesses() * kCells, first)) {
      return false;
    }
  }
  for (int k = 0; k < runs.count; ++k) {
    const LaneRun& run = runs.run[k];
    const u64 c = (run.address - t.arena_begin) / 4;
    GlobalTouch* read = t.global.read + c;
    const u32 cells = run.accesses() * kCells;
    u64 unsettled = 0;
    for (u32 q = 0; q < cells; ++q) {
      unsettled |= read[q] ^ several;
    }
    if (unsettled == 0) {
      continue;
    }
    const GlobalTouch mine = t.serial << 32 | reader_of(run, now, access.first_thread);
    const u32 each = one_by_one(run);
    for (u32 q = 0; t.parallel && q < cells; ++q) {
      note_global_read(t, c + q, mine + q / kCells * each, first, now);
    }
    for (u32 q = 0; !t.parallel && q < cells; ++q) {
      read[q] = joined_global_read(read[q], mine + q / kCells * each, first, now);
    }
    for (u32 q = 0; q < cells; ++q) {
      t.global.reader[c + q] = site;
    }
    // An OS thread that writes now checks the readers afterwards: one of the two sees the other.
    if (t.parallel && !written_before(seen_after_marks(t.global.written + c), cells, first)) {
      return false;
    }
  }
  return true;
}

template <u32 kBytes>
bool write_global(const FastTables& t, const Runs& runs, const FastAccess& access, u16 site) {
  constexpr u32 kCells = kBytes / 4;
  const u64 first = t.first_serial << 32;
  const Touch now = t.clock->now << kClockShift;
  for (int k = 0; k < runs.count; ++k) {
    const LaneRun& run = runs.run[k];
    const u64 c = (run.address - t.arena_begin) / 4;
    const u32 cells = run.lanes * kCells;
    if (run.broadcast || !touched_before(t.global.read + c, cells, first) ||
        !touched_before(t.global.written + c, cells, first)) {
      return false;
    }
  }
  for (int k = 0; k < runs.count; ++k) {
    const LaneRun& run = runs.run[k];
    const u64 c = (run.address - t.arena_begin) / 4;
    const GlobalTouch mine = t.serial << 32 | now | (access.first_thread + run.lane);
    for (u32 q = 0; q < run.lanes * kCells; ++q) {
      GlobalTouch before = t.global.written[c + q];
      if (!t.parallel) {
        t.global.written[c + q] = mine + q / kCells;
      } else if (before >= first ||
                 !__atomic_compare_exchange_n(&t.global.written[c + q], &before, mine + q / kCells,
                                              false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
        return false;  // another OS thread interfered; the general path finds the race
      }
      t.global.value[c + q] = access.logs[run.lane + q / kCells].value[access.entry];
      t.global.writer[c + q] = site;
    }
    if (t.parallel &&
        !touched_before(seen_after_marks(t.global.read + c), run.lanes * kCells, first)) {
      return false;
    }
  }
  return true;
}

}  // namespace
}  // namespace simt
