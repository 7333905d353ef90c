// The extra data for an explained run: for each place in the code an example of a warp's access,
// and a prediction of the compiler's shared accesses. One per multiprocessor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "common/facts/counts.h"
#include "common/simt/analysis/request.h"
#include "common/simt/shim/simt_abi.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/launch_state.h"

namespace simt {

// Predicts which shared loads the compiler merges into wide instructions. nvcc unrolls a kernel's
// loops and turns neighbouring loads of 4 or 8 bytes into one of up to 16, if it knows their
// alignment: if all lanes have the same position within 16 bytes, or within 8. This class collects
// such loads of a warp from barrier to barrier and from store to store. A loop with a long body is
// not unrolled: loads far apart in time stay separate. (We never saw it merge stores.)
class MergePredictor {
 public:
  // A shared load or store. `clock`: the block's time, which barriers advance.
  void note(const Request& request, u32 clock);
  // The block, or the current set of merged loads, has ended.
  void flush();

  const gemmlab::MergedCounts& loads() const { return loads_; }
  void clear();

 private:
  // Loads by the same lanes, each within the same 16 bytes, or the same 8.
  struct Group {
    LaneAddresses lanes;  // addresses are multiples of 16, or of 8
    u32 words = 0;        // one bit for each four bytes loaded
    u64 last = 0;         // time of the latest load
  };
  // A warp's loads since its last barrier or store.
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

// The rank of a request at its place, the costliest first: most units beyond ideal, then most
// lanes, then the first block and warp.
using CostRank = std::tuple<std::int64_t, std::int64_t, unsigned, unsigned, unsigned, unsigned>;
template <class Units, class Block>
CostRank cost_rank(Units units, Units ideal, std::size_t lanes, const Block& block, u32 warp) {
  const auto& [x, y, z] = block;
  return {std::int64_t(ideal) - std::int64_t(units), -std::int64_t(lanes), z, y, x, warp};
}

// The costliest request of a place.
struct CostlyRequest {
  uint3 block{};
  u32 first_thread = 0;
  LaneAddresses lanes;
  Cost cost;

  CostRank rank() const {
    return cost_rank(cost.units, cost.ideal, lanes.count, block, first_thread);
  }
};

class CloseLook {
 public:
  void note(const Request& request, gemmlab::Space space, const Cost& cost,
            const BlockState& block);
  void end_block() { merging_.flush(); }
  void clear();

  // Null: no lane accessed such memory at that place.
  const CostlyRequest* costliest(AccessCode code, gemmlab::Space space) const;
  const MergePredictor& merging() const { return merging_; }

 private:
  std::map<std::pair<AccessCode, gemmlab::Space>, CostlyRequest> costliest_;
  MergePredictor merging_;
};

}  // namespace simt
