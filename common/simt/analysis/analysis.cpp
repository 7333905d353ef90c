#include "common/simt/analysis/analysis.h"

#include <fmt/format.h>

#include <cstring>

#include "common/simt/analysis/close_look.h"
#include "common/simt/analysis/race_check.h"
#include "common/simt/source/names.h"

namespace simt {
namespace {

const char* verb(AccessCode code) {
  return is_atomic(code) ? "updates" : is_write(code) ? "writes" : "reads";
}

constexpr u64 kNullPage = 4096;

bool none_is_usual(const FastTables&, SiteRecord&, const FastAccess&) {
  return false;
}

FindingKind bounds_kind(AccessCode code) {
  return is_write(code) || is_atomic(code) ? FindingKind::out_of_bounds_write
                                           : FindingKind::out_of_bounds_read;
}

}  // namespace

void Analysis::use_module(Module* module, AddressRange shared) {
  module_ = module;
  shared_ = shared;
  shared_shadow_.resize((shared.end - shared.begin + 3) / 4);
  narrow_shadow_.resize(0);
  tables_.shared_begin = shared.begin;
  tables_.shared_written = shared_shadow_.written.data();
  tables_.shared_read = shared_shadow_.read.data();
  tables_.shared_value = shared_shadow_.value.data();
  tables_.shared_writer = shared_shadow_.writer.data();
  tables_.shared_reader = shared_shadow_.reader.data();
  clear();
}

void Analysis::begin_launch(const LaunchState* launch,
                            StackRange stacks,
                            bool parallel,
                            CloseLook* look) {
  launch_ = launch;
  look_ = look;
  fast_ = look == nullptr ? fast_request() : none_is_usual;
  stacks_ = stacks;
  tables_.arena_begin = arena_.begin();
  tables_.arena_bytes = arena_.size();
  tables_.slot_shift = arena_.slot_shift();
  tables_.extents = arena_.extents();
  tables_.global = arena_.shadow();
  tables_.first_serial = launch->first_serial;
  tables_.parallel = parallel;
  dynamic_begin_ = shared_.begin + module_->dynamic_shared_offset();
  dynamic_end_ = dynamic_begin_ + launch->config->shared_bytes;
  sites_.for_each([](SiteRecord& site) { site.seen_requests = site.shared.requests; });
}

void Analysis::begin_block(const BlockState* block) {
  block_ = block;
  block_met_others_ = false;
  tables_.serial = block->serial;
  tables_.clock = &block->clock;
  const auto renew = [&](u64 begin, u64 end) {
    std::memset(reinterpret_cast<void*>(begin), 0xff, end - begin);
    const u64 cell = (begin - shared_.begin) / 4, cells = (end - begin + 3) / 4;
    std::fill_n(shared_shadow_.written.begin() + static_cast<std::ptrdiff_t>(cell), cells, 0);
    std::fill_n(shared_shadow_.read.begin() + static_cast<std::ptrdiff_t>(cell), cells, 0);
    if (!narrow_shadow_.written.empty()) {
      const auto first = static_cast<std::ptrdiff_t>(begin - shared_.begin);
      std::fill_n(narrow_shadow_.written.begin() + first, end - begin, 0);
      std::fill_n(narrow_shadow_.read.begin() + first, end - begin, 0);
    }
  };
  if (!module_->shared().empty()) {
    const Variable& first = module_->shared().front();
    const Variable& last = module_->shared().back();
    const u64 begin = shared_.begin + first.offset;
    const u64 end = shared_.begin + last.offset + last.bytes;
    if (dynamic_begin_ > begin && dynamic_begin_ < end) {
      renew(begin, dynamic_begin_);
      renew(dynamic_begin_ + kMaxSharedBytes, end);
    } else {
      renew(begin, end);
    }
  }
  renew(dynamic_begin_, dynamic_end_);
}

void Analysis::clear() {
  sites_.clear();
  findings_.clear();
  strays_.clear();
  copies_.clear();
  accesses_ = 0;
}

std::string Analysis::who(u32 thread) const {
  const LaunchConfig& config = *launch_->config;
  return name_of_thread(thread, config.block) + " of " + name_of_block(block_->index, config.grid);
}

void Analysis::note(FindingKind kind, AccessCode code, u32 thread, const std::string& predicate) {
  if (RawFinding* first = findings_.note(kind, code)) {
    first->message = fmt::format("{} {}", who(thread), predicate);
  }
}

void Analysis::request(const Request& request) {
  SiteRecord& site = sites_[request.code];
  accesses_ += request.lanes.count;
  for (Request* part : {&global_part_, &variable_part_, &shared_part_}) {
    part->start(request.code, request.first_thread);
  }
  for (unsigned i = 0; i < request.lanes.count; ++i) {
    sort_lane(request, i, &site);
  }
  if (global_part_.lanes.count > 0) {
    count_global(&site, global_part_);
    check_races(GlobalCells(arena_.shadow(), arena_.begin(), *block_, launch_->first_serial),
                global_part_, site.id);
  }
  if (variable_part_.lanes.count > 0) {
    count_global(&site, variable_part_);
    check_races(GlobalCells(variables_.cells(), variables_.begin(), *block_, launch_->first_serial),
                variable_part_, site.id);
  }
  if (shared_part_.lanes.count > 0) {
    count_shared(&site);
    check_races(SharedCells(shared_shadow_, *block_, shared_.begin), shared_part_, site.id);
    if (access_bytes(request.code) < SharedCells::kBytes) {
      check_narrow_races(site.id);
    }
  }
}

void Analysis::go_on_copying(const Lane& lane) {
  for (const AsyncCopy& copy : lane.copies) {
    const auto address = reinterpret_cast<u64>(copy.to);
    if (shared_.contains(address) && !is_misaligned(copy.code, address)) {
      Request request;
      request.start(copy.code, lane.thread / kWarpSize * kWarpSize);
      request.add(lane.thread % kWarpSize, address, value_left_by(copy.code, address));
      check_races(SharedCells(shared_shadow_, *block_, shared_.begin), request,
                  sites_[copy.code].id);
      copies_.insert(copy.code);
    }
  }
}

// Puts a lane into the global or the shared request, if its access is allowed.
void Analysis::sort_lane(const Request& request, unsigned i, SiteRecord* site) {
  const u64 address = request.lanes.address[i];
  const u32 bytes = request.lanes.bytes;
  const u32 thread = request.thread(i);
  if (stacks_.contains(address, thread)) {
    return;  // local
  }
  if (address % bytes != 0) {
    note_misaligned(request.code, address, thread);
  } else if (arena_.contains(address)) {
    if (arena_.holds(address, bytes)) {
      global_part_.add(request.lanes.lane[i], address, request.value[i]);
    } else {
      check_global_bounds(request.code, address, thread);
    }
  } else if (shared_.contains(address)) {
    if (check_shared_bounds(site, request.code, address, thread)) {
      shared_part_.add(request.lanes.lane[i], address, request.value[i]);
    }
  } else if (address < kNullPage) {
    fault(request.code, address, thread);
  } else if (const Variable* variable = module_->variable_before(address)) {
    const u64 offset = address - variable->offset;
    if (offset + bytes <= variable->bytes) {
      module_->mark_device_variable(address);
      if (!variable->is_constant) {
        variable_part_.add(request.lanes.lane[i], address, request.value[i]);
      }
    } else {
      note(bounds_kind(request.code), request.code, thread,
           fmt::format("{} {} bytes at byte {} of {}, which has {}.", verb(request.code), bytes,
                       offset, variable->name, variable->bytes));
    }
  } else if (!module_->is_data(address)) {
    note(FindingKind::wrong_address_space, request.code, thread,
         fmt::format("{} host memory ({}). A kernel can use device memory only: copy the data with "
                     "cudaMemcpy and pass the device pointer.",
                     verb(request.code), element_at(address)));
  }
}

void Analysis::note_misaligned(AccessCode code, u64 address, u32 thread) {
  note(FindingKind::misaligned, code, thread,
       fmt::format("{} {} bytes at {}, an address that is not a multiple of {}.", verb(code),
                   access_bytes(code), element_at(address), access_bytes(code)));
}

void Analysis::check_global_bounds(AccessCode code, u64 address, u32 thread) {
  RawFinding* first = findings_.note(bounds_kind(code), code);
  if (first == nullptr) {
    return;
  }
  const Allocation* allocation = arena_.near(address);
  std::string what;
  if (allocation == nullptr) {
    what = fmt::format("device address {}, where nothing is allocated", hexadecimal(address));
  } else if (!allocation->live) {
    what = fmt::format("{}, which has been freed", name_of(*allocation));
  } else {
    what = name_of_miss(*allocation, address, access_bytes(code));
  }
  first->message = fmt::format("{} {} {}.", who(thread), verb(code), what);
}

void Analysis::fault(AccessCode code, u64 address, u32 thread) {
  if (is_misaligned(code, address)) {
    note_misaligned(code, address, thread);
  } else if (arena_.contains(address)) {
    check_global_bounds(code, address, thread);
  } else if (stacks_.contains(address, thread)) {
    note(bounds_kind(code), code, thread,
         "runs out of stack: recursion is too deep, or local arrays are too large.");
  } else if (address < kNullPage) {
    note(bounds_kind(code), code, thread, fmt::format("{} through a null pointer.", verb(code)));
  } else {
    note(bounds_kind(code), code, thread,
         fmt::format("{} address {}, where there is no memory: the pointer is wrong.", verb(code),
                     hexadecimal(address)));
  }
}

// Atomics are counted apart by hardware: only the bytes of those on global memory are known here.
void Analysis::count_global(SiteRecord* site, const Request& part) {
  site->global.bytes += u64{part.lanes.count} * part.lanes.bytes;
  if (is_atomic(site->code)) {
    block_met_others_ = true;
    return;
  }
  const Sectors sectors = count_sectors(part.lanes);
  if (look_ != nullptr) {
    look_->note_global(part, sectors, block_->index);
  }
  ++site->global.requests;
  site->global.sectors += sectors.touched;
  site->global.ideal_sectors += sectors.ideal;
}

void Analysis::count_shared(SiteRecord* site) {
  if (is_atomic(site->code)) {
    return;
  }
  const Wavefronts wavefronts = count_wavefronts(shared_part_.lanes);
  if (look_ != nullptr) {
    look_->note_shared(shared_part_, wavefronts, *block_);
  }
  ++site->shared.requests;
  site->shared.wavefronts += wavefronts.needed;
  site->shared.ideal_wavefronts += wavefronts.ideal;
  site->shared.bytes += u64{shared_part_.lanes.count} * shared_part_.lanes.bytes;
}

std::string Analysis::element_at(u64 address) const {
  if (const Allocation* allocation = arena_.near(address)) {
    return name_of_element(*allocation, address);
  }
  if (shared_.contains(address)) {
    const u64 offset = address - shared_.begin;
    if (const Variable* variable = shared_at(offset, 1)) {
      return name_of_element(*module_, *variable,
                             static_cast<std::int64_t>(offset - variable->offset));
    }
    const u64 byte = address - dynamic_begin_;
    return byte % 4 == 0 ? fmt::format("element {} (of 4 bytes) of dynamic shared memory", byte / 4)
                         : fmt::format("byte {} of dynamic shared memory", byte);
  }
  if (const Variable* variable = module_->variable_at(address)) {
    return address == variable->offset
               ? variable->name
               : fmt::format("{} + {} bytes", variable->name, address - variable->offset);
  }
  return hexadecimal(address);
}

}  // namespace simt
