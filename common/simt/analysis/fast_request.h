// The fast path for the usual warp request: at most four runs of lanes with contiguous or equal
// addresses, in bounds, and nothing wrong. All other requests take the general path, which gives
// the same counts.
#pragma once

#include "common/simt/analysis/fast_tables.h"
#include "common/simt/analysis/site_table.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/lane_log.h"

namespace simt {

struct FastPath {
  // Whether these lanes' first entries have the same codes as those of `first`.
  bool (*are_equal)(const LaneLog* logs, const LaneLog& first, u32 lanes, u32 entries);
  void (*compare_neighbours)(Requests* requests);
  // Counts and records the request. Returns the number of its lanes; 0: no effect.
  u32 (*request)(const FastTables&, SiteRecord&, const FastAccess&);
};

extern const FastPath fast_path_portable, fast_path_avx2;

}  // namespace simt
