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

struct Sectors {
  u32 touched = 0;  // distinct 32-byte sectors
  u32 ideal = 0;    // that the distinct bytes would fill if packed
};
Sectors count_sectors(const LaneAddresses& lanes);

struct Wavefronts {
  u32 needed = 0;
  u32 ideal = 0;  // needed were there no bank conflict
};
// Passes through 32 banks of 4 bytes. Up to 4 bytes a lane: the largest number of distinct words in
// a bank. 8 and 16 bytes: the warp is cut into groups of lanes, 2 and 4, or half as many if lanes t
// and t^1, or t and t^2, agree wherever both are active; each group is a pass of its own.
Wavefronts count_wavefronts(const LaneAddresses& lanes);

}  // namespace simt
