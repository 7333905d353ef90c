// The turn to time something on this machine.
#pragma once

#include <functional>
#include <string>

#include "grader/speed/timing_lock.h"

namespace gemmlab {

class TimingTurn {
 public:
  // Waits while others time, for five minutes at most, and tells `progress`, which may be empty.
  // Throws Untimed when they are over, and Interrupted.
  explicit TimingTurn(const std::function<void(const std::string&)>& progress);

 private:
  TimingLock lock_;
};

}  // namespace gemmlab
