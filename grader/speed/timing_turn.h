// One measurement at a time on each processor of this machine, whoever takes it.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grader/core/backend.h"
#include "grader/process/descriptor.h"

namespace gemmlab {

// Held while anything is timed: two that time at once spoil each other's numbers. A file that all
// users of the machine share is locked; the lock goes with the process, whatever becomes of it.
class TimingLock {
 public:
  // Waits until nobody else has the lock, or `patience` is over: ask is_held() then. `wait` is
  // called about ten times a second meanwhile, and may throw. Where the file cannot be opened at
  // all, nothing is locked and nobody waits.
  TimingLock(const std::filesystem::path& file,
             std::chrono::seconds patience,
             const std::function<void()>& wait);

  // False if somebody else has had it all the time.
  bool is_held() const { return is_held_; }

 private:
  Descriptor file_;
  bool is_held_ = true;
};

// The turn to time something.
class TimingTurn {
 public:
  static constexpr std::chrono::minutes kPatience{5};

  // Waits while others time where these backends' programs run, and tells `progress`, which may be
  // empty. Throws Untimed when `patience` is over, and Interrupted.
  TimingTurn(const std::vector<Backend>& backends,
             const std::function<void(const std::string&)>& progress,
             std::chrono::minutes patience = kPatience);

 private:
  std::vector<TimingLock> locks_;
};

}  // namespace gemmlab
