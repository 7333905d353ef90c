// The turn to time something on this machine.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "grader/core/backend.h"
#include "grader/speed/timing_lock.h"

namespace gemmlab {

class TimingTurn {
 public:
  static constexpr std::chrono::minutes kPatience{5};

  // Waits while others time where these backends' programs run, and tells `progress`, which may be
  // empty. Throws Untimed when `patience` is over, and Interrupted.
  TimingTurn(const std::vector<Backend>& backends,
             const std::function<void(const std::string&)>& progress,
             std::chrono::minutes patience = kPatience);

 private:
  std::vector<std::unique_ptr<TimingLock>> locks_;
};

}  // namespace gemmlab
