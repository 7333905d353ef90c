// What a run is asked for that is to be explained: for each place in the code an example of what a
// warp does there, and what the compiler will make of shared accesses. One a multiprocessor.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "common/facts/counts.h"
#include "common/simt/analysis/merge_predictor.h"
#include "common/simt/analysis/passes.h"
#include "common/simt/analysis/request.h"
#include "common/simt/engine/block_state.h"

namespace simt {

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
