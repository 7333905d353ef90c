// Memory that streams allocate and free: cudaMallocAsync and cudaFreeAsync are work like any other.
// Other work may use it if it is certainly done after the one and before the other.
#pragma once

#include <map>
#include <optional>

#include "common/simt/engine/stream_order.h"
#include "common/simt/engine/streams.h"
#include "common/simt/memory/arena.h"
#include "common/simt/state/integers.h"

namespace simt {

class OrderedMemory {
 public:
  // `begin`: of the allocation. Known until something else is allocated there.
  void allocate(u64 begin, WorkNumber by) { all_[begin].allocated = by; }
  void free(u64 begin, const Work& by) { all_[begin].freed = {by.number, by.before, {}}; }
  void forget(u64 begin) { all_.erase(begin); }

  bool is_freed(u64 begin) const {
    const auto found = all_.find(begin);
    return found != all_.end() && found->second.freed;
  }
  Allocation::Use use_in(u64 begin, const Work& work) const {
    const auto found = all_.find(begin);
    return found == all_.end() ? Allocation::Use::allowed : use_of(found->second, work);
  }
  // Calls visit(begin, use) for each that the work must not use.
  template <class Visit>
  void for_each_forbidden(const Work& work, Visit visit) const {
    for (const auto& [begin, memory] : all_) {
      if (const Allocation::Use use = use_of(memory, work); use != Allocation::Use::allowed) {
        visit(begin, use);
      }
    }
  }

 private:
  struct Memory {
    std::optional<WorkNumber> allocated;
    std::optional<Work> freed;
  };

  static Allocation::Use use_of(const Memory& memory, const Work& work) {
    if (memory.allocated && !work.before.includes(*memory.allocated)) {
      return Allocation::Use::not_yet;
    }
    // What certainly comes after the free finds no memory there.
    const bool may_be_freed = memory.freed && !memory.freed->before.includes(work.number) &&
                              !work.before.includes(memory.freed->number);
    return may_be_freed ? Allocation::Use::no_longer : Allocation::Use::allowed;
  }

  std::map<u64, Memory> all_;
};

}  // namespace simt
