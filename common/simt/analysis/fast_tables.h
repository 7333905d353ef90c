// What the fast path reads, as plain data: see fast_request.h.
#pragma once

#include "common/simt/memory/arena.h"
#include "common/simt/memory/shadow.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/block_clock.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/lane_log.h"

namespace simt {

// What the analysis of a block's requests needs, as plain data.
struct FastTables {
  u64 arena_begin = 0, arena_bytes = 0;
  unsigned slot_shift = 0;
  const AddressRange* extents = nullptr;
  GlobalShadow global;
  u64 first_serial = 0, serial = 0;  // of the launch, of the block

  u64 shared_begin = 0;
  struct {  // as in SharedShadow
    Touch *written, *read;
    u32* value;
    u16 *writer, *reader;
  } shared = {};

  const BlockClock* clock = nullptr;
};

// A warp's requests in order. Request e is entry e of the logs of some lanes.
struct Requests {
  const LaneLog* logs = nullptr;  // of 32 lanes
  u32 count = 0;
  AccessCode code[kLogStride];
  u32 lanes[kLogStride];  // bit i for lane i
  // Two sets of lanes. Lower half: lane i accesses what follows the access of lane i - 1; upper
  // half: it accesses the same. Also of lanes that do not take part.
  u64 neighbours[kLogStride];
};

struct FastAccess {
  const Requests& of;
  u32 entry = 0;
  u32 first_thread = 0;  // of the warp

  AccessCode code() const { return of.code[entry]; }
  u32 lanes() const { return of.lanes[entry]; }
  u32 lane_count() const { return static_cast<u32>(__builtin_popcount(lanes())); }
};

}  // namespace simt
