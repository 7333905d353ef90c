#include "common/simt/analysis/race_finder.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "common/facts/finding.h"
#include "common/facts/place.h"
#include "common/simt/analysis/race_check.h"
#include "common/simt/analysis/site_table.h"
#include "common/simt/memory/arena.h"
#include "common/simt/state/launch_state.h"

namespace simt {
namespace {

// Whether all threads recorded in `touch` are in the thread's warp, in its block.
bool is_within_warp(u64 touch_, u32 thread) {
  const auto touch = static_cast<Touch>(touch_);
  return (touch & kAnyWarp) != kAnyWarp && (touch & kWarpMask) == (thread & kWarpMask);
}

// The conflict of one lane's access at cell `c`.
template <class Cells>
Conflict conflict_at(Cells& cells, u64 c, AccessCode code, u32 thread, u32 value, u16 site) {
  if (is_atomic(code)) {
    return check_atomic(cells, c, thread, site,
                        [](u16 each) { return block_atomics.hold(code_of_site(each)); });
  }
  return is_write(code) ? check_write(cells, c, thread, site, value)
                        : check_read(cells, c, thread, site);
}

Conflict worse(const Conflict& one, const Conflict& other) {
  using Kind = Conflict::Kind;
  const bool other_is_worse =
      one.kind == Kind::none || (one.kind == Kind::same_value && other.kind == Kind::race);
  return other_is_worse ? other : one;
}

// The same at some bytes of a cell. As unwritten counts a cell of which nobody wrote any byte:
// structs are copied with the gaps between their members.
template <class Cells>
Conflict conflict_at_bytes(Cells& cells, u64 c, u32 first, u32 end, AccessCode code, u32 thread,
                           u32 value, u16 site) {
  const bool unwritten = last_writer(cells.written(c)) == 0;
  auto bytes = bytes_of(cells, c);
  Conflict worst;
  for (u32 byte = first; byte < end; ++byte) {
    const Conflict found = conflict_at(bytes, byte, code, thread, value >> byte * 8 & 0xff, site);
    if (unwritten || found.kind != Conflict::Kind::unwritten) {
      worst = worse(worst, found);
    }
  }
  if (is_write(code) && worst.kind == Conflict::Kind::none) {
    if (end - first == 4) {
      unite(cells, c, thread, site, value);
    } else if (are_of_one_copy(bytes)) {
      unite(cells, c, thread, site, bytes.whole_value());
    }
  }
  return worst;
}

}  // namespace

void RaceFinder::use_module() {
  shared_.resize((view_.shared.end - view_.shared.begin + 3) / 4);
  rare_shared_.clear();
}

void RaceFinder::renew(u64 begin, u64 end) {
  const auto forget = [](std::vector<Touch>& cells, u64 first, u64 count) {
    std::fill_n(cells.begin() + static_cast<std::ptrdiff_t>(first), count, 0);
  };
  const u64 first = begin - view_.shared.begin;
  for (auto* cells : {&shared_.written, &shared_.read}) {
    forget(*cells, first / 4, (end - begin + 3) / 4);
  }
}

void RaceFinder::check_global(const Request& request, u16 site) {
  check(GlobalCells{{view_.arena.shadow(), rare_global_, view_.arena.begin(), *view_.block},
                    view_.launch->first_serial},
        request, site, false);
}

void RaceFinder::check_variables(const Request& request, u16 site) {
  check(GlobalCells{{variables_.cells(), rare_variables_, variables_.begin(), *view_.block},
                    view_.launch->first_serial},
        request, site, true);
}

void RaceFinder::check_shared(const Request& request, u16 site) {
  check(SharedCells{{shared_, rare_shared_, view_.shared.begin, *view_.block}}, request, site,
        false);
}

void RaceFinder::check_copy(const Request& request, u16 site) {
  check_shared(request, site);
  copies_.insert(request.code);
}

template <class Cells>
void RaceFinder::check(Cells cells, const Request& request, u16 site, bool has_initial_value) {
  const AccessCode code = request.code;
  const u32 bytes = access_bytes(code);
  const bool is_read_only = read_only_loads.hold(code);
  for (unsigned i = 0; i < request.lanes.count; ++i) {
    const u64 address = request.lanes.address[i], first = cells.index(address);
    const u32 thread = request.thread(i), value = request.value[i];
    Conflict worst;
    const auto meet = [&worst](const Conflict& found) {  // hardly ever: most are none
      if (found.kind != Conflict::Kind::none) {
        worst = worse(worst, found);
      }
    };
    for (u64 c = first; c < first + (bytes + 3) / 4; ++c) {
      if (bytes < 4) {
        const u32 byte = address % 4;
        meet(conflict_at_bytes(cells, c, byte, byte + bytes, code, thread, value, site));
      } else if (is_split(cells.written(c))) {
        meet(conflict_at_bytes(cells, c, 0, 4, code, thread, value, site));
      } else {
        meet(conflict_at(cells, c, code, thread, value, site));
        if (is_read_only && cells.still_matters(cells.written(c))) {
          meet({Conflict::Kind::may_be_old, cells.written(c), cells.writer(c), true});
        }
      }
    }
    if (worst.kind == Conflict::Kind::unwritten) {
      if (!has_initial_value && (view_.of_all_blocks || view_.shared.contains(address))) {
        note_unwritten(request, i);
      }
    } else if (worst.kind != Conflict::Kind::none) {
      note(worst, request, i, has_initial_value);
    }
  }
}

void RaceFinder::note_unwritten(const Request& request, unsigned i) {
  findings_.note(FindingKind::uninitialised_read, request.code, [&] {
    const u64 address = request.lanes.address[i];
    const Allocation* allocation = view_.arena.near(address);
    const u64 filled = allocation == nullptr ? 0 : view_.arena.written_at_first(*allocation);
    const bool is_beyond = filled > 0 && allocation->begin + filled <= address;
    return UnwrittenRead{view_.who(request.thread(i)), view_.target_of(address),
                         is_beyond ? filled : 0, view_.launch->threads()};
  });
}

void RaceFinder::note(const Conflict& conflict, const Request& request, unsigned i,
                      bool of_variable) {
  const u64 address = request.lanes.address[i];
  const bool is_global = !view_.shared.contains(address);
  const bool other_block = is_global && conflict.before >> 32 != view_.block->serial;
  const AccessCode code = request.code, other = code_of_site(conflict.site);
  // A swap shows whether the value read before is still valid: a loop of compare-and-swaps may
  // begin with a plain read.
  const auto swaps = [](AccessCode site) {
    return has_kind(site, kSwap4) || wide_swaps.hold(site);
  };
  const bool verified =
      (access_of(code) == Access::read && swaps(other)) || (swaps(code) && !conflict.before_wrote);
  // A flag: neither is kept in a register, and a GPU loads and stores words as a whole. Two stores
  // of different values, and sums in C, are no flags.
  const bool flag = volatiles.hold(code) &&
                    (volatiles.hold(other) || is_atomic_touch(conflict.before)) &&
                    is_write(code) != conflict.before_wrote && !view_.arena.is_in_result(address);
  const bool same_value = conflict.kind == Conflict::Kind::same_value;
  const bool is_handed_over = other_block && handed_over(conflict.before);
  const bool may_be_old = conflict.kind == Conflict::Kind::may_be_old ||
                          (is_handed_over && read_only_loads.hold(code) && conflict.before_wrote);
  const bool harmless =
      !may_be_old && (same_value || verified || is_handed_over || (other_block && flag));
  findings_.note(harmless ? FindingKind::same_value_race : FindingKind::race, code, other, 1, [&] {
    const u32 thread = request.thread(i);
    return Race{may_be_old ? RaceCause::read_only_load
                           : cause_of(conflict, code, thread, is_global, of_variable),
                view_.who(thread),
                access_of(code),
                view_.target_of(address),
                view_.other(conflict.before, is_global),
                conflict.before_wrote,
                same_value};
  });
}

// From now on accesses are later than the fence.
void RaceFinder::fence() {
  view_.block->clock.advance();
  fenced_ = view_.block->clock.now;
}

void RaceFinder::meet_others() {
  met_others_ = true;
  if (fenced_ != 0) {
    view_.launch->released[view_.block->serial] = fenced_;
  }
}

// Whether the other block's access, then a fence and an atomic there, then an atomic here came
// before the current access: together they make a hand-over. Which cells the atomics used is
// unknown, and so is the order of several other blocks.
bool RaceFinder::handed_over(u64 before) const {
  const LaunchState& launch = *view_.launch;
  if (before == several_blocks(launch.first_serial)) {
    return launch.fenced && met_others_;
  }
  const auto released = launch.released.find(before >> 32);
  return met_others_ && released != launch.released.end() &&
         clock_of(static_cast<Touch>(before)) < released->second;
}

RaceCause RaceFinder::cause_of(const Conflict& conflict, AccessCode code, u32 thread,
                               bool is_global, bool of_variable) const {
  const AccessCode other = code_of_site(conflict.site);
  const bool both_write = is_write(code) && conflict.before_wrote;
  if (access_of(code) == Access::read && conflict.before_wrote && copies_.count(other) != 0) {
    return RaceCause::missing_wait;
  }
  if (is_global && (block_atomics.hold(code) || block_atomics.hold(other))) {
    return RaceCause::block_scope;
  }
  if (is_global && both_write) {
    return of_variable ? RaceCause::same_variable : RaceCause::same_element;
  }
  if (conflict.kind == Conflict::Kind::same_value && both_write) {
    return RaceCause::same_place;
  }
  const Place here = view_.module->site_of(code), there = view_.module->site_of(other);
  if (!is_global && both_write && here.is_known() && here.file == there.file &&
      here.line == there.line && here.column == there.column) {
    return RaceCause::one_place;
  }
  if (is_global && met_others_ && conflict.before >> 32 != view_.block->serial) {
    return RaceCause::missing_fence;
  }
  if (is_global && (!there.is_known() || (there.line == here.line && there.file == here.file))) {
    return RaceCause::sum_without_atomics;
  }
  if (is_global && conflict.before >> 32 != view_.block->serial) {
    return RaceCause::blocks_in_any_order;
  }
  return is_within_warp(conflict.before, thread) ? RaceCause::missing_warp_barrier
                                                 : RaceCause::missing_barrier;
}

}  // namespace simt
