// What a run is asked for that is to be explained: for each place in the code an example of what a
// warp does there, and what the compiler will make of shared accesses. One a multiprocessor.
#pragma once

#include <cstdint>
#include <tuple>
#include <unordered_map>

#include "common/simt/analysis/merge_predictor.h"
#include "common/simt/analysis/passes.h"
#include "common/simt/analysis/request.h"
#include "common/simt/shim/simt_abi.h"

namespace simt {

struct BlockState;

// Where a request comes among those of its place, the costliest first: most units beyond what would
// do, then most lanes, then the first block and warp.
using CostRank = std::tuple<std::int64_t, std::int64_t, unsigned, unsigned, unsigned, unsigned>;
inline CostRank cost_rank(std::int64_t excess,
                          std::int64_t lanes,
                          const uint3& block,
                          unsigned first_thread) {
  return {-excess, -lanes, block.z, block.y, block.x, first_thread};
}

// The costliest request of a place.
struct CostlyRequest {
  uint3 block{};
  u32 first_thread = 0;
  LaneAddresses lanes;
  u32 units = 0, ideal = 0;
};

class CloseLook {
 public:
  void note_global(const Request& request, const Sectors& sectors, const uint3& block);
  void note_shared(const Request& request, const Wavefronts& wavefronts, const BlockState& block);
  void end_block() { merging_.flush(); }
  void clear();

  // Null: no lane of that place touched such memory.
  const CostlyRequest* global_at(AccessCode code) const { return find(global_, code); }
  const CostlyRequest* shared_at(AccessCode code) const { return find(shared_, code); }
  const MergePredictor& merging() const { return merging_; }

 private:
  using Examples = std::unordered_map<AccessCode, CostlyRequest>;
  static const CostlyRequest* find(const Examples& examples, AccessCode code);
  static void keep_costlier(Examples* examples, AccessCode code, const CostlyRequest& request);

  Examples global_, shared_;
  MergePredictor merging_;
};

}  // namespace simt
