// Races and reads of memory that nobody wrote.
#include <fmt/format.h>

#include "common/simt/analysis/analysis.h"
#include "common/simt/analysis/race_check.h"
#include "common/simt/engine/machine.h"
#include "common/simt/source/names.h"

namespace simt {
namespace {

const char* verb(AccessCode code) {
  return is_atomic(code) ? "updates" : is_write(code) ? "writes" : "reads";
}

bool is_read(AccessCode code) {
  return !is_write(code) && !is_atomic(code);
}

}  // namespace

template <class Cells>
void Analysis::check_races(Cells cells, const Request& request, u16 site) {
  const u32 bytes = request.lanes.bytes;
  for (unsigned i = 0; i < request.lanes.count; ++i) {
    const u32 thread = request.thread(i);
    const u64 first = cells.index(request.lanes.address[i]);
    Conflict worst;
    for (u64 c = first; c < first + (bytes + Cells::kBytes - 1) / Cells::kBytes; ++c) {
      Conflict found;
      if (bytes < Cells::kBytes) {
        // Neighbours may share the cell: who wrote it is not known by byte, only that it was.
        found = check_part(cells, c, is_write(request.code));
      } else if (is_atomic(request.code)) {
        found = check_atomic(cells, c, thread, site);
      } else if (is_write(request.code)) {
        found = check_write(
            cells, c, thread, site,
            Cells::kBytes == 1 ? request.value[i] >> c % 4 * 8 & 0xff : request.value[i]);
      } else {
        found = check_read(cells, c, thread, site);
      }
      const bool told = Cells::kBytes == 1 && found.kind == Conflict::Kind::unwritten;
      if (worst.kind == Conflict::Kind::none && !told) {
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

// Cells of four bytes tell only whether they were written.
void Analysis::check_narrow_races(u16 site) {
  if (narrow_shadow_.written.empty()) {
    narrow_shadow_.resize(shared_.end - shared_.begin);
  }
  check_races(SharedBytes(narrow_shadow_, *block_, shared_.begin), shared_part_, site);
}

// Of memory that was filled in part only, as by a copy that counts elements where it should count
// bytes.
std::string Analysis::how_much_was_filled(u64 address) const {
  const Allocation* allocation = arena_.near(address);
  const u64 filled = allocation == nullptr ? 0 : arena_.written_at_first(*allocation);
  if (filled == 0 || allocation->begin + filled > address) {
    return "";
  }
  const bool in_elements = filled / 4 == (allocation->bytes / 4 + 3) / 4;
  return fmt::format(
      " Of its {} bytes only the first {} were filled{}.", allocation->bytes,
      in_elements ? allocation->bytes / 4 : filled,
      in_elements ? ": cudaMemcpy counts bytes, so sizeof(float) is missing there" : "");
}

void Analysis::note_conflict(const Conflict& conflict,
                             const Request& request,
                             unsigned i,
                             bool global) {
  const u64 address = request.lanes.address[i];
  if (conflict.kind == Conflict::Kind::unwritten) {
    if (&request == &variable_part_) {
      return;  // it has an initial value
    }
    if (RawFinding* first = findings_.note(FindingKind::uninitialised_read, request.code)) {
      first->message =
          fmt::format("{} reads {}, which nothing has written{}.{}", who(request.thread(i)),
                      element_at(address), global ? "" : " in this block",
                      global ? how_much_was_filled(address) : "");
    }
    return;
  }
  const bool other_block = global && conflict.before >> 32 != block_->serial;
  // By a fence there and an atomic here, before this access: what makes a hand-over. Which cells it
  // is for is not known.
  const bool handed_over = other_block && launch_->fenced && block_met_others_;
  const AccessCode other = SiteNumbers::code_of(conflict.site);
  // Whoever swaps finds out whether what he read before still holds: a loop of compare-and-swaps
  // may begin with a plain read.
  const bool verified = (is_read(request.code) && is_swap(other)) ||
                        (is_swap(request.code) && !conflict.before_wrote);
  const bool same = conflict.kind == Conflict::Kind::same_value || handed_over || verified;
  const FindingKind kind = same ? FindingKind::same_value_race : FindingKind::race;
  RawFinding* first = findings_.note(kind, request.code, other);
  if (first == nullptr) {
    return;
  }
  if (is_read(request.code) && conflict.before_wrote && copies_.count(other) != 0) {
    first->message = copy_message(conflict, request, i);
    return;
  }
  const bool next_round = !global && in_next_round(request.code, conflict);
  first->message = next_round ? next_round_message(conflict, request, i)
                              : race_message(conflict, request, i, global);
}

std::string Analysis::race_message(const Conflict& conflict,
                                   const Request& request,
                                   unsigned i,
                                   bool global) const {
  const bool both_write = is_write(request.code) && conflict.before_wrote;
  const char* too = conflict.kind == Conflict::Kind::same_value ? " too, with the same value"
                    : both_write                                ? " too"
                                                                : "";
  const Site here = machine().sources.site_of(request.code);
  const Site there = machine().sources.site_of(SiteNumbers::code_of(conflict.site));
  const std::string at = there.line == 0 || (there.line == here.line && there.file == here.file)
                             ? ""
                             : fmt::format(" at line {}", there.line);
  return fmt::format("{} {} {}, which {} {}{}{}{}. {}.", who(request.thread(i)), verb(request.code),
                     element_at(request.lanes.address[i]), other_thread(conflict.before, global),
                     conflict.before_wrote ? "write" : "read",
                     other_is_several(conflict.before, global) ? "" : "s", too, at,
                     cure_of_race(conflict, request, i, global, at.empty()));
}

// Without a full stop.
const char* Analysis::cure_of_race(const Conflict& conflict,
                                   const Request& request,
                                   unsigned i,
                                   bool global,
                                   bool in_one_line) const {
  const bool both_write = is_write(request.code) && conflict.before_wrote;
  const bool of_variable = &request == &variable_part_;
  if (global && both_write) {
    return of_variable ? "A __device__ variable is one for all threads"
                       : "Two threads compute the same element: its index is wrong";
  }
  if (conflict.kind == Conflict::Kind::same_value && both_write) {
    return "A place is for one thread to fill: look at the index that tells the threads apart";
  }
  if (global && in_one_line) {
    return "If several threads add to one element, use atomicAdd(), or let one thread sum it up";
  }
  if (global && conflict.before >> 32 != block_->serial) {
    return "Blocks run in any order, so either may come first";
  }
  if (is_within_warp(conflict.before, request.thread(i))) {
    return "No __syncwarp() or __syncthreads() comes between the two, and the threads of a warp do "
           "not run in step";
  }
  return global ? "No __syncthreads() comes between the two"
                : "There is no __syncthreads() between the two";
}

// Whether all threads that `before` tells of are of the thread's warp, in its block.
bool Analysis::is_within_warp(u64 before, u32 thread) const {
  const auto touch = static_cast<Touch>(before);
  return (touch & kAnyWarp) != kAnyWarp && (touch & kWarpMask) == (thread & kWarpMask);
}

// Whether one of both is a round of a loop ahead of the other: the barrier that came last stands in
// the source between the write and the read, yet did not keep them apart.
bool Analysis::in_next_round(AccessCode code, const Conflict& conflict) const {
  if (is_write(code) == conflict.before_wrote || block_->last_barrier == 0) {
    return false;
  }
  SourceMap& sources = machine().sources;
  const Site here = sources.site_of(code);
  const Site there = sources.site_of(SiteNumbers::code_of(conflict.site));
  const Site barrier = sources.site_of(block_->last_barrier);
  const Site& write = is_write(code) ? here : there;
  const Site& read = is_write(code) ? there : here;
  return write.file == read.file && write.file == barrier.file && write.line > 0 &&
         write.line <= barrier.line && barrier.line <= read.line && write.line < read.line;
}

std::string Analysis::next_round_message(const Conflict& conflict,
                                         const Request& request,
                                         unsigned i) const {
  const Site there = machine().sources.site_of(SiteNumbers::code_of(conflict.site));
  const std::string who_does = who(request.thread(i));
  const std::string element = element_at(request.lanes.address[i]);
  const char* cure = "a barrier is missing after the reads, at the end of the round.";
  return is_write(request.code)
             ? fmt::format(
                   "{} writes {} in the next round of the loop, while other threads may "
                   "still read it at line {}: {}",
                   who_does, element, there.line, cure)
             : fmt::format(
                   "{} reads {}, which {} may already have overwritten at line {}, in the "
                   "next round of the loop: {}",
                   who_does, element, other_thread(conflict.before, false), there.line, cure);
}

std::string Analysis::copy_message(const Conflict& conflict,
                                   const Request& request,
                                   unsigned i) const {
  const Site there = machine().sources.site_of(SiteNumbers::code_of(conflict.site));
  return fmt::format(
      "{} reads {}, into which a copy of {} from line {} may be under way: whoever started it must "
      "wait for it (__pipeline_wait_prior), and then all at a barrier, before anybody reads.",
      who(request.thread(i)), element_at(request.lanes.address[i]),
      other_thread(conflict.before, false), there.line);
}

bool Analysis::other_is_several(u64 before, bool global) const {
  return (before & kTouchSeveral) != 0 ||
         (global && before == several_blocks(launch_->first_serial));
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
