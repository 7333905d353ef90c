// A warp request: what is analysed and counted.
#pragma once

#include "common/simt/analysis/passes.h"
#include "common/simt/engine/lane.h"
#include "common/simt/source/access_code.h"

namespace simt {

// One access of some lanes of a warp together.
struct Request {
  AccessCode code = 0;
  u32 first_thread = 0;  // of the warp
  LaneAddresses lanes;
  u32 value[kWarpSize];  // what a write left behind, like lanes.address

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

}  // namespace simt
