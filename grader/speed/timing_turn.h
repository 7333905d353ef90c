// Ensures that only one measurement at a time runs on each processor of this machine, for all
// users.
#pragma once

#include <chrono>
#include <functional>

#include "grader/core/labs.h"
#include "grader/process/descriptor.h"

namespace gemmlab {

// Held while anything is timed: two measurements at once disturb each other. Locks a file that all
// users of the machine share; the lock ends with the process, however it ends.
class TimingLock {
 public:
  // Waits until the lock is free or `patience` is over: then check is_held(). Meanwhile calls
  // `wait` about ten times per second; it may throw. If the file cannot be opened, locks nothing
  // and does not wait.
  TimingLock(const fs::path& file, std::chrono::seconds patience,
             const std::function<void()>& wait);

  // False if another process held it the whole time.
  bool is_held() const { return is_held_; }

 private:
  Descriptor file_;
  bool is_held_ = true;
};

// The right to time something now.
class TimingTurn {
 public:
  static constexpr std::chrono::minutes kPatience{5};

  // Waits while others time programs on the processors of these backends, and reports to
  // `progress`, which may be empty. Throws Untimed when `patience` is over, and Interrupted.
  TimingTurn(const std::vector<Backend>& backends,
             const std::function<void(const std::string&)>& progress,
             std::chrono::minutes patience = kPatience);

 private:
  std::vector<TimingLock> locks_;
};

}  // namespace gemmlab
