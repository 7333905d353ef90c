// How much memory hardware one warp request needs: pure functions of its lanes' addresses.
#pragma once

#include "common/simt/integers.h"

namespace simt {

// The active lanes of a warp that execute one access, in lane order; each access `bytes` long and
// aligned to that.
struct LaneAddresses {
  unsigned count = 0;
  u32 bytes = 4;
  u8 lane[32];
  u64 address[32];
};

// Sectors of global memory, or wavefronts of shared memory.
struct Cost {
  u32 units = 0;
  u32 ideal = 0;  // would do
};

// Distinct 32-byte sectors; ideal: that the distinct bytes would fill if packed.
Cost count_sectors(const LaneAddresses& lanes);

// Passes through 32 banks of 4 bytes; ideal: were there no bank conflict. Up to 4 bytes a lane: the
// largest number of distinct words in a bank. 8 and 16 bytes: the warp is cut into groups of lanes,
// 2 and 4, or half as many if lanes t and t^1, or t and t^2, agree wherever both are active; each
// group is a pass of its own.
Cost count_wavefronts(const LaneAddresses& lanes);

}  // namespace simt
