// Turns the logs of a warp's parked lanes into warp requests.
#pragma once

#include "common/simt/analysis/analysis.h"
#include "common/simt/engine/lane.h"

namespace simt {

class Matcher {
 public:
  explicit Matcher(Analysis* analysis) : analysis_(*analysis) {}

  // Issues, and removes, everything that can be matched in the logs of `count` lanes from `lanes`
  // on. Lanes with equal logs go together; otherwise, repeatedly, the lanes whose next access comes
  // first in the source. Stops when a paused lane's log is empty, because its next access is
  // unknown.
  void consume(Lane* lanes, u32 count);

  // The lanes met at a barrier, or all have exited.
  void reconverge(Lane* lanes, u32 count);

  SourceOrder order_of(AccessCode code);

  bool exact() const { return exact_; }
  void clear() { exact_ = true; }

 private:
  bool consume_equal(Lane* lanes, u32 count);
  bool issue_usual(const LaneLog* logs, u32 entry, u32 first_thread);
  void consume_diverged(Lane* lanes, u32 count);

  Analysis& analysis_;
  Request request_;
  u32 low_[8 + kWarpSize] = {};  // lower halves of addresses, starting at index 8
  u32 value_[kWarpSize] = {};
  bool exact_ = true;
};

}  // namespace simt
