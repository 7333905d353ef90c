// Turns the logs of a warp's parked lanes into warp requests.
#pragma once

#include <array>
#include <utility>

#include "common/simt/analysis/analysis.h"
#include "common/simt/analysis/fast_tables.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/device_limits.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/lane.h"
#include "common/simt/state/lane_log.h"

namespace simt {

class Matcher {
 public:
  explicit Matcher(Analysis* analysis) : analysis_(*analysis) {}

  // Issues, and removes, everything that can be matched in the logs of `count` lanes from `lanes`
  // on. Lanes with equal logs go together; otherwise, repeatedly, the lanes whose next access comes
  // first in the source. Stops when a paused lane's log is empty, because its next access is
  // unknown.
  void consume(Lane* lanes, u32 count) {
    if (!consume_equal(lanes, count)) {
      consume_diverged(lanes, count);
    }
  }

  // The lanes met at a barrier, or all have exited.
  void reconverge(Lane* lanes, u32 count);

  SourceOrder order_of(AccessCode code);

  bool exact() const { return exact_; }
  void clear() {
    exact_ = true;
    diverged_ = false;
    orders_ = {};
  }

 private:
  // Lanes that access memory together.
  struct Turn {
    u32 lanes = 0;  // bit i for lane i
    AccessCode code = 0;
    SourceOrder order = 0;
  };

  Turn next_turn(const std::array<AccessCode, kWarpSize>& next, u32 waiting);
  bool consume_equal(Lane* lanes, u32 count);
  void consume_diverged(Lane* lanes, u32 count);
  void issue(u32 first_thread);

  Analysis& analysis_;
  Requests requests_ = {};
  std::array<LaneLog, kWarpSize> aligned_ = {};  // the entries of diverged lanes, by request
  bool exact_ = true;
  bool diverged_ = false;  // lanes have taken turns: only then there is anything to reconverge
  std::array<std::pair<AccessCode, SourceOrder>, 64> orders_{};  // of the latest places
};

}  // namespace simt
