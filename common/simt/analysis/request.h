// A warp request, the unit of analysis and counting, and its cost in memory hardware.
#pragma once

#include "common/simt/state/access_code.h"
#include "common/simt/state/device_limits.h"
#include "common/simt/state/integers.h"

namespace simt {

// The active lanes of a warp that execute one access, in lane order; each access has `bytes` bytes
// and is aligned to them.
struct LaneAddresses {
  unsigned count = 0;
  u32 bytes = 4;
  u8 lane[32];
  u64 address[32];
};

// One access that several lanes of a warp make together.
struct Request {
  AccessCode code = 0;
  u32 first_thread = 0;  // of the warp
  LaneAddresses lanes;
  u32 value[kWarpSize];  // the memory's content after a write, like lanes.address

  void start(AccessCode code_, u32 first_thread_) {
    code = code_;
    first_thread = first_thread_;
    lanes.count = 0;
    lanes.bytes = access_bytes(code_);
  }
  void add(u32 lane, u64 address, u32 written) {
    lanes.lane[lanes.count] = static_cast<u8>(lane);
    lanes.address[lanes.count] = address;
    value[lanes.count++] = written;
  }
  u32 thread(unsigned i) const { return first_thread + lanes.lane[i]; }
};

// Sectors of global memory, or wavefronts of shared memory.
struct Cost {
  u32 units = 0;
  u32 ideal = 0;  // the minimum
};

// Distinct 32-byte sectors; ideal: the number for the distinct bytes if packed.
Cost count_sectors(const LaneAddresses& lanes);

// Passes through 32 banks of 4 bytes; ideal: the number without bank conflicts. Up to 4 bytes per
// lane: the largest number of distinct words in one bank. 8 and 16 bytes: the warp is split into
// groups of lanes, 2 and 4, or half as many if lanes t and t^1, or t and t^2, agree wherever both
// are active; each group is a separate pass.
Cost count_wavefronts(const LaneAddresses& lanes);

}  // namespace simt
