// The block in hand as findings speak of it: its threads, and what lies at an address.
#pragma once

#include "common/facts/finding.h"
#include "common/simt/engine/block_state.h"
#include "common/simt/engine/launch_state.h"
#include "common/simt/memory/arena.h"
#include "common/simt/source/module.h"

namespace simt {

using namespace gemmlab;

struct BlockView {
  const Arena& arena;
  Module* module = nullptr;
  AddressRange shared = {};   // the OS thread's block of shared memory
  AddressRange dynamic = {};  // this launch's part of it
  const LaunchState* launch = nullptr;
  const BlockState* block = nullptr;

  Coordinates thread(u32 thread) const;
  ThreadId who(u32 thread) const;
  // Whom a touch of shared or of global memory tells of, as far as it does.
  OtherThread other(u64 touch, bool is_global) const;

  Target target_of(u64 address) const;
  // `offset` from the start of a shared variable, which may be outside it.
  VariablePlace place_in(const Variable& variable, std::int64_t offset) const;
  // The shared variable that holds these bytes, from the start of `shared`; null if none does.
  const Variable* shared_at(u64 offset, u32 bytes) const;
};

inline Access access_of(AccessCode code) {
  return is_atomic(code) ? Access::update : is_write(code) ? Access::write : Access::read;
}

inline BufferPlace place_in(const Allocation& allocation, u64 address) {
  return {allocation, static_cast<std::int64_t>(address - allocation.begin)};
}

}  // namespace simt
