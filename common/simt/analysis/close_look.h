// What a run is asked for that is to be explained: for each place in the code an example of what a
// warp does there, and what the compiler will make of shared accesses. One a multiprocessor.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "common/facts/counts.h"
#include "common/simt/analysis/request.h"
#include "common/simt/engine/launch_state.h"

namespace simt {

// Foretells which shared loads the compiler merges into wide instructions. nvcc unrolls the loops
// of a kernel and turns neighbouring loads of 4 or 8 bytes into one of up to 16, where it can know
// their alignment: where all lanes lie alike within 16 bytes, or within 8. Here such loads of a
// warp are gathered from barrier to barrier, and from store to store. A loop whose body is long is
// not unrolled: loads that lie far apart in time stay apart. (Stores it was not seen to merge.)
class MergePredictor {
 public:
  // A shared load or store. `clock`: the block's time, which barriers advance.
  void note(const Request& request, u32 clock);
  // The block, or what it has merged so far, is over.
  void flush();

  const gemmlab::MergedCounts& loads() const { return loads_; }
  void clear();

 private:
  // Loads by the same lanes of the same 16 bytes each, or of the same 8.
  struct Group {
    LaneAddresses lanes;  // addresses are multiples of 16, or of 8
    u32 words = 0;        // a bit for each four bytes that are loaded
    u64 last = 0;         // when it was joined last
  };
  // What a warp has loaded since it last met others or stored.
  struct Window {
    u32 clock = 0;
    u64 loads = 0;
    std::multimap<u64, Group> groups;  // by the first lane's address
  };

  void count(const LaneAddresses& lanes);
  void close(const Group& group);
  void close_all(Window* window);

  std::map<u32, Window> windows_;  // by the warp's first thread
  gemmlab::MergedCounts loads_;
};

// Where a request comes among those of its place, the costliest first: most units beyond what would
// do, then most lanes, then the first block and warp.
using CostRank = std::tuple<std::int64_t, std::int64_t, unsigned, unsigned, unsigned, unsigned>;

// The costliest request of a place.
struct CostlyRequest {
  uint3 block{};
  u32 first_thread = 0;
  LaneAddresses lanes;
  Cost cost;

  CostRank rank() const {
    return {std::int64_t{cost.ideal} - cost.units,
            -std::int64_t{lanes.count},
            block.z,
            block.y,
            block.x,
            first_thread};
  }
};

class CloseLook {
 public:
  void note(const Request& request,
            gemmlab::Space space,
            const Cost& cost,
            const BlockState& block);
  void end_block() { merging_.flush(); }
  void clear();

  // Null: no lane of that place touched such memory.
  const CostlyRequest* costliest(AccessCode code, gemmlab::Space space) const;
  const MergePredictor& merging() const { return merging_; }

 private:
  std::map<std::pair<AccessCode, gemmlab::Space>, CostlyRequest> costliest_;
  MergePredictor merging_;
};

}  // namespace simt
