// Collects what is wrong with a kernel while it runs, one entry per kind and pair of places; and
// describes the current block for findings: its threads, and what is stored at an address.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/facts/finding.h"
#include "common/simt/memory/arena.h"
#include "common/simt/source/module.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/launch_state.h"

namespace simt {

using namespace gemmlab;

struct BlockView {
  const Arena& arena;
  Module* module = nullptr;
  AddressRange shared = {};   // the OS thread's block of shared memory
  AddressRange dynamic = {};  // this launch's part of it
  LaunchState* launch = nullptr;
  BlockState* block = nullptr;
  bool of_all_blocks = true;  // the run's: else nobody knows what the others have written

  Coordinates thread(u32 thread) const;
  ThreadId who(u32 thread) const;
  // The thread that touched shared or global memory, as far as the touch tells.
  OtherThread other(u64 touch, bool is_global) const;

  Target target_of(u64 address) const;
  // `offset` from the start of a shared variable, possibly outside it.
  VariablePlace place_in(const Variable& variable, std::int64_t offset) const;
  // The shared variable that contains these bytes, from the start of `shared`; null if none does.
  const Variable* shared_at(u64 offset, u32 bytes) const;
};

inline Access access_of(AccessCode code) {
  return is_atomic(code) ? Access::update : is_write(code) ? Access::write : Access::read;
}

// For an access outside its target.
inline FindingKind bounds_kind(AccessCode code) {
  return access_of(code) == Access::read ? FindingKind::out_of_bounds_read
                                         : FindingKind::out_of_bounds_write;
}

inline BadAccess bad_access(Flaw flaw, ThreadId who, AccessCode code, Target at) {
  return {flaw, std::move(who), access_of(code), access_bytes(code), std::move(at)};
}

// Of an access to the allocation that is not allowed: the memory is gone, or in no order with this.
inline Flaw flaw_of(const Allocation& allocation, Allocation::Use use) {
  return use == Allocation::Use::not_yet     ? Flaw::used_before_allocated
         : use == Allocation::Use::no_longer ? Flaw::used_while_freed
         : allocation.live                   ? Flaw::outside_buffer
                                             : Flaw::used_after_free;
}

inline BufferPlace place_in(const Allocation& allocation, u64 address) {
  return {allocation, static_cast<std::int64_t>(address - allocation.begin)};
}
inline VariablePlace place_in(const Variable& variable, u64 address) {
  return {variable.name, variable.bytes, variable.name,
          static_cast<std::int64_t>(address - variable.offset)};
}

struct RawFinding {
  FindingKind kind = FindingKind::race;
  AccessCode code = 0;
  AccessCode other = 0;  // 0: none, or unknown
  u64 count = 0;
  FindingFact fact;
};

class FindingLog {
 public:
  // Counts an occurrence. Creates the fact only for the first of its kind at that place.
  template <class MakeFact>
  void note(FindingKind kind, AccessCode code, AccessCode other, u64 count, MakeFact make_fact) {
    const auto known = std::ranges::find_if(findings_, [&](const RawFinding& f) {
      return f.kind == kind && f.code == code && f.other == other;
    });
    if (known != findings_.end()) {
      known->count += count;
    } else {
      findings_.push_back({kind, code, other, count, make_fact()});
    }
  }
  template <class MakeFact>
  void note(FindingKind kind, AccessCode code, MakeFact make_fact) {
    note(kind, code, 0, 1, make_fact);
  }

  // Counts another occurrence, if one of its kind is known at that place.
  bool count_again(FindingKind kind, AccessCode code) {
    const auto known = std::ranges::find_if(
        findings_, [&](const RawFinding& f) { return f.kind == kind && f.code == code; });
    if (known == findings_.end()) {
      return false;
    }
    ++known->count;
    return true;
  }

  const std::vector<RawFinding>& all() const { return findings_; }
  void clear() { findings_.clear(); }

 private:
  std::vector<RawFinding> findings_;
};

}  // namespace simt
