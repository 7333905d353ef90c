// The fast path for the usual warp request: all 32 lanes, at most four runs of contiguous or equal
// addresses, in bounds, and nothing wrong. All other requests take the general path, which gives
// the same counts.
#pragma once

#include "common/simt/analysis/site_table.h"
#include "common/simt/engine/lane.h"
#include "common/simt/memory/arena.h"
#include "common/simt/memory/shadow.h"

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

// For each entry of a warp's equal logs two sets of lanes, bit i for lane i. Lower half: lane i
// accesses what follows the access of lane i - 1; upper half: it accesses the same.
using Neighbours = std::array<u64, kLogStride>;

// An entry of a warp's equal logs.
struct FastAccess {
  AccessCode code = 0;
  u32 first_thread = 0;
  const LaneLog* logs = nullptr;  // of 32 lanes
  u32 entry = 0;
  u64 neighbours = 0;
};

struct FastPath {
  void (*compare_neighbours)(const LaneLog* logs, u32 entries, Neighbours* neighbours);
  // True: counted and recorded. False: no effect.
  bool (*request)(const FastTables&, SiteRecord&, const FastAccess&);
};

extern const FastPath fast_path_portable, fast_path_avx2;

// The best version for this processor.
const FastPath& fast_path();

}  // namespace simt
