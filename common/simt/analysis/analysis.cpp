#include "common/simt/analysis/analysis.h"

#include <cstring>
#include <optional>
#include <utility>

#include "common/simt/analysis/close_look.h"
#include "common/simt/analysis/far_index.h"
#include "common/simt/memory/pages.h"
#include "common/simt/memory/shadow.h"
#include "common/simt/shim/simt_abi.h"
#include "common/simt/state/device_limits.h"
#include "common/simt/state/lane_log.h"

namespace simt {

constexpr u64 kNullPage = 4096;

void Analysis::use_module(Module* module) {
  view_.module = module;
  view_.shared = module->shared_block();
  races_.use_module();
  SharedShadow& shadow = races_.shared();
  tables_.shared = {shadow.written.data(), shadow.read.data(), shadow.value.data(),
                    shadow.writer.data(), shadow.reader.data()};
  clear();
}

void Analysis::begin_launch(LaunchState* launch, bool of_all_blocks, StackRange stacks,
                            CloseLook* look) {
  const Arena& arena = view_.arena;
  view_.launch = launch;
  view_.of_all_blocks = of_all_blocks;
  view_.shared = view_.module->shared_block();
  look_ = look;
  stacks_ = stacks;
  tables_.shared_begin = view_.shared.begin;
  tables_.arena_begin = arena.begin();
  tables_.arena_bytes = arena.size();
  tables_.slot_shift = arena.slot_shift();
  tables_.extents = arena.extents();
  tables_.global = arena.shadow();
  tables_.first_serial = launch->first_serial;
  const u64 dynamic = view_.shared.begin + view_.module->dynamic_shared_offset();
  view_.dynamic = {dynamic, dynamic + launch->config->shared_bytes};
  shared_bounds_.begin_launch(&sites_);
}

void Analysis::begin_block(BlockState* block) {
  view_.block = block;
  races_.begin_block();
  tables_.serial = block->serial;
  tables_.clock = &block->clock;
  const auto renew = [&](u64 begin, u64 end) {
    std::memset(reinterpret_cast<void*>(begin), 0xff, end - begin);
    races_.renew(begin, end);
  };
  const AddressRange& dynamic = view_.dynamic;
  if (const auto& variables = view_.module->shared(); !variables.empty()) {
    const Variable& last = variables.back();
    const u64 begin = view_.shared.begin + variables.front().offset;
    const u64 end = view_.shared.begin + last.offset + last.bytes;
    if (dynamic.begin > begin && dynamic.begin < end) {
      renew(begin, dynamic.begin);
      renew(dynamic.begin + kMaxSharedBytes, end);
    } else {
      renew(begin, end);
    }
  }
  renew(dynamic.begin, dynamic.end);
}

void Analysis::clear() {
  sites_.clear();
  findings_.clear();
  shared_bounds_.clear();
  races_.clear();
  accesses_ = local_accesses_ = constant_bytes_ = loaded_bytes_ = 0;
}

u64 Analysis::newly_loaded_bytes() {
  u64 bytes = constant_bytes_;
  sites_.for_each([&](const SiteRecord& site) {
    bytes += is_write(site.code) ? 0 : site.global.bytes + site.shared.bytes;
  });
  return bytes - std::exchange(loaded_bytes_, bytes);
}

void Analysis::request(const Request& request) {
  if (has_kind(request.code, kFence)) {
    races_.fence();
    return;
  }
  SiteRecord& site = sites_[request.code];
  for (Request* part : {&global_part_, &variable_part_, &shared_part_}) {
    part->start(request.code, request.first_thread);
  }
  for (unsigned i = 0; i < request.lanes.count; ++i) {
    sort_lane(request, i, &site);
  }
  const auto judge = [&](const Request& part, Space space, auto check) {
    if (part.lanes.count > 0) {
      count(&site, part, space);
      (races_.*check)(part, site.id);
    }
  };
  judge(global_part_, Space::global, &RaceFinder::check_global);
  judge(variable_part_, Space::global, &RaceFinder::check_variables);
  judge(shared_part_, Space::shared, &RaceFinder::check_shared);
}

void Analysis::go_on_copying(const Lane& lane) {
  for (const AsyncCopy& copy : lane.copies) {
    const auto address = reinterpret_cast<u64>(copy.to);
    if (view_.shared.contains(address) && !is_misaligned(copy.code, address)) {
      Request request;
      request.start(copy.code, lane.thread / kWarpSize * kWarpSize);
      request.add(lane.thread % kWarpSize, address, value_left_by(copy.code, address));
      races_.check_copy(request, sites_[copy.code].id);
    }
  }
}

// Adds a lane to the global or the shared request, if its access is allowed.
void Analysis::sort_lane(const Request& request, unsigned i, SiteRecord* site) {
  const AccessCode code = request.code;
  const u64 address = request.lanes.address[i];
  const u32 thread = request.thread(i);
  const auto put = [&](Request& part) {
    part.add(request.lanes.lane[i], address, request.value[i]);
  };
  if (stacks_.contains(address, thread)) {
    ++local_accesses_;
    return;
  }
  ++accesses_;
  if (is_misaligned(code, address)) {
    note(FindingKind::misaligned, Flaw::misaligned, code, address, thread);
  } else if (view_.arena.contains(address)) {
    if (view_.arena.holds(address, request.lanes.bytes)) {
      put(global_part_);
    } else {
      note_outside_buffer(code, address, thread);
    }
  } else if (view_.shared.contains(address)) {
    shared_bounds_.find_home(site, request);
    if (shared_bounds_.check(site, code, address, thread)) {
      put(shared_part_);
    }
  } else if (address < kNullPage || is_never_set(address)) {
    fault(code, address, thread);
  } else if (const Variable* variable = view_.module->variable_before(address)) {
    if (address - variable->offset + request.lanes.bytes > variable->bytes) {
      findings_.note(bounds_kind(code), code, [&] {
        return bad_access(Flaw::outside_variable, view_.who(thread), code,
                          place_in(*variable, address));
      });
      return;
    }
    if (variable->space == VariableSpace::host) {
      note(FindingKind::wrong_address_space, Flaw::host_variable_in_kernel, code, address, thread);
    } else if (variable->space == VariableSpace::constant && is_write(code)) {
      note(FindingKind::wrong_address_space, Flaw::constant_written, code, address, thread);
    } else if (variable->space == VariableSpace::constant) {
      constant_bytes_ += request.lanes.bytes;
    } else {
      put(variable_part_);
    }
    view_.module->mark_device_variable(address);
  } else {
    shared_bounds_.find_home(site, request);
    if (!shared_bounds_.is_before_all(*site, code, address, thread) &&
        !view_.module->is_data(address)) {
      note(FindingKind::wrong_address_space, Flaw::host_memory_in_kernel, code, address, thread);
    }
  }
}

void Analysis::note(FindingKind kind, Flaw flaw, AccessCode code, u64 address, u32 thread) {
  findings_.note(kind, code, [&] {
    return bad_access(flaw, view_.who(thread), code, view_.target_of(address));
  });
}

void Analysis::note_outside_buffer(AccessCode code, u64 address, u32 thread) {
  const Allocation* allocation = view_.arena.near(address);
  const Flaw flaw =
      allocation == nullptr ? Flaw::not_allocated : flaw_of(*allocation, allocation->use);
  // An index that overflowed may reach what an earlier call has freed.
  const bool may_be_far = flaw == Flaw::not_allocated || flaw == Flaw::used_after_free;
  if (!may_be_far || !note_far_index(code, address, thread, flaw == Flaw::used_after_free)) {
    note(bounds_kind(code), flaw, code, address, thread);
  }
}

// Whether an index explains the address; or only one that overflowed.
bool Analysis::note_far_index(AccessCode code, u64 address, u32 thread, bool is_overflow) {
  if (findings_.count_again(bounds_kind(code), code)) {
    return true;
  }
  const std::optional<BadAccess> far = far_index(view_, code, address, thread);
  if (far && is_overflow && far->wrap != Wrap::overflowed) {
    return false;
  }
  if (far) {
    findings_.note(bounds_kind(code), code, [&] { return *far; });
  }
  return far.has_value();
}

// Whether the address was the host's memory when the kernel was launched, or lies behind some.
bool Analysis::note_host_memory(AccessCode code, u64 address, u32 thread) {
  const u64 pointer = host_pointer_below(*view_.launch, address);
  if (pointer == 0) {
    return false;
  }
  note(FindingKind::wrong_address_space,
       is_mapped(pointer) ? Flaw::host_memory_in_kernel : Flaw::host_memory_freed, code, address,
       thread);
  return true;
}

void Analysis::fault(AccessCode code, u64 address, u32 thread) {
  if (is_misaligned(code, address)) {
    note(FindingKind::misaligned, Flaw::misaligned, code, address, thread);
  } else if (view_.arena.contains(address)) {
    note_outside_buffer(code, address, thread);
  } else if (stacks_.contains(address, thread) || address < kNullPage ||
             !note_host_memory(code, address, thread)) {
    const Flaw flaw = stacks_.contains(address, thread) ? Flaw::stack_overflow
                      : address < kNullPage             ? Flaw::null_pointer
                                                        : Flaw::wild_pointer;
    if (flaw != Flaw::wild_pointer || !note_far_index(code, address, thread)) {
      note(bounds_kind(code), flaw, code, address, thread);
    }
  }
}

// Hardware counts atomics on global memory separately: here only their bytes are known. On shared
// memory they take its banks' time as other accesses do.
void Analysis::count(SiteRecord* site, const Request& part, Space space) {
  const u64 bytes = u64{part.lanes.count} * part.lanes.bytes;
  const bool is_global = space == Space::global;
  if (is_atomic(site->code)) {
    if (is_global) {
      site->global.bytes += bytes;
      races_.meet_others();
    } else {
      const Cost cost = count_wavefronts(part.lanes);
      site->shared += {1, cost.units, cost.ideal, bytes};
    }
    return;
  }
  if (is_global && volatiles.hold(site->code)) {
    races_.meet_others();
  }
  Cost cost = is_global ? count_sectors(part.lanes) : count_wavefronts(part.lanes);
  if (look_ != nullptr) {
    look_->note(part, space, cost, *view_.block);
  }
  (is_global ? site->global : site->shared) += {1, cost.units, cost.ideal, bytes};
}

}  // namespace simt
