// Races and reads of memory that nobody wrote.
#include <fmt/format.h>

#include "common/simt/analysis.h"
#include "common/simt/names.h"
#include "common/simt/race_check.h"

namespace simt {

template <class Cells>
void Analysis::check_races(Cells cells, const Request& request, u16 site) {
  const u32 bytes = request.lanes.bytes;
  for (unsigned i = 0; i < request.lanes.count; ++i) {
    const u32 thread = request.thread(i);
    const u64 first = cells.index(request.lanes.address[i]);
    Conflict worst;
    for (u64 c = first; c < first + (bytes + 3) / 4; ++c) {
      Conflict found;
      if (bytes < 4) {
        // Neighbours may share the cell: who wrote it is not known by byte, only that it was.
        found = check_part(cells, c, is_write(request.code));
      } else if (is_atomic(request.code)) {
        found = check_atomic(cells, c, thread, site);
      } else if (is_write(request.code)) {
        found = check_write(cells, c, thread, site, request.value[i]);
      } else {
        found = check_read(cells, c, thread, site);
      }
      if (worst.kind == Conflict::Kind::none) {
        worst = found;
      }
    }
    if (worst.kind != Conflict::Kind::none) {
      note_conflict(worst, request, i, std::is_same_v<Cells, GlobalCells>);
    }
  }
}

template void Analysis::check_races(GlobalCells, const Request&, u16);
template void Analysis::check_races(SharedCells, const Request&, u16);

void Analysis::note_conflict(const Conflict& conflict,
                             const Request& request,
                             unsigned i,
                             bool global) {
  const std::string_view act = is_atomic(request.code)  ? "updates"
                               : is_write(request.code) ? "writes"
                                                        : "reads";
  const u64 address = request.lanes.address[i];
  if (conflict.kind == Conflict::Kind::unwritten) {
    if (&request == &variable_part_) {
      return;  // it has an initial value
    }
    if (RawFinding* first = findings_.note(FindingKind::uninitialised_read, request.code)) {
      first->message =
          fmt::format("{} reads {}, which nothing has written{}.", who(request.thread(i)),
                      element_at(address), global ? "" : " in this block");
    }
    return;
  }
  const bool other_block = global && conflict.before >> 32 != block_->serial;
  const bool handed_over = other_block && launch_->fenced;
  const bool same = conflict.kind == Conflict::Kind::same_value || handed_over;
  const FindingKind kind = same ? FindingKind::same_value_race : FindingKind::race;
  RawFinding* first = findings_.note(kind, request.code, SiteNumbers::code_of(conflict.site));
  if (first == nullptr) {
    return;
  }
  const char* cure = other_block ? "Blocks run in any order, so either may come first"
                     : global    ? "No __syncthreads() comes between the two"
                                 : "There is no __syncthreads() between the two";
  first->message = fmt::format(
      "{} {} {}, which {} {}{}. {}.", who(request.thread(i)), act, element_at(address),
      other_thread(conflict.before, global), conflict.before_wrote ? "writes" : "reads",
      same && !handed_over ? " too, with the same value"
                           : (is_write(request.code) && conflict.before_wrote ? " too" : ""),
      cure);
}

// The thread that `before` tells of, as far as it does.
std::string Analysis::other_thread(u64 before, bool global) const {
  const bool several = (before & kTouchSeveral) != 0;
  const LaunchConfig& config = *launch_->config;
  if (global && before >> 32 != block_->serial) {
    const u64 serial = before >> 32;
    return several
               ? "threads of other blocks"
               : fmt::format(
                     "{} of {}",
                     name_of_thread(static_cast<u32>(before & kThreadMask), config.block),
                     name_of_block(launch_->block_at(serial - launch_->first_serial), config.grid));
  }
  if (before == several_blocks(launch_->first_serial)) {
    return "threads of other blocks";
  }
  return several ? "several other threads"
                 : name_of_thread(static_cast<u32>(before & kThreadMask), config.block);
}

}  // namespace simt
