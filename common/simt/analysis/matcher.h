// From the logs of a warp's parked lanes to warp requests.
#pragma once

#include "common/simt/analysis/analysis.h"
#include "common/simt/engine/lane.h"

namespace simt {

class Matcher {
 public:
  explicit Matcher(Analysis* analysis) : analysis_(*analysis) {}

  // Issues what can be matched of the logs of `count` lanes from `lanes` on, and removes it. Lanes
  // whose logs are equal go together; else, again and again, those whose next access is the lowest
  // in the source. Stops where a paused lane's log is used up, since what it does next is not
  // known.
  void consume(Lane* lanes, u32 count);

  // The lanes met at a barrier, or have all exited.
  void reconverge(Lane* lanes, u32 count);

  bool exact() const { return exact_; }
  void clear() { exact_ = true; }

 private:
  bool consume_equal(Lane* lanes, u32 count);
  bool issue_usual(const LaneLog* logs, u32 entry, u32 first_thread);
  void consume_diverged(Lane* lanes, u32 count);
  SourceOrder order_of(AccessCode code);

  Analysis& analysis_;
  Request request_;
  u32 low_[8 + kWarpSize] = {};  // lower halves of addresses, from the eighth on
  u32 value_[kWarpSize] = {};
  bool exact_ = true;
};

}  // namespace simt
