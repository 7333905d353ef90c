// What trying changes to a program may cost.
#pragma once

#include <algorithm>
#include <chrono>

#include "grader/judge/values/trial.h"
#include "grader/session/session.h"

namespace gemmlab {

// Memory accesses, so that what is found is the same on each machine and however busy it is; and
// time, which only a program that means to waste it uses up. On the CPU itself, where nobody counts
// accesses, as many as the plain loops make.
class Allowance {
 public:
  explicit Allowance(double accesses) : left_(accesses) {}

  // The run, paid for.
  Trial attempt(Session& session, const TrialInput& run);

  bool is_spent() const { return left_ < 0 || is_late(); }
  bool is_late() const { return std::chrono::steady_clock::now() > deadline_; }

 private:
  double left_;
  std::chrono::steady_clock::time_point deadline_ =
      std::chrono::steady_clock::now() + std::chrono::minutes(5);
};

// As many as the tests took, so that nobody waits long for a line to change after a short wait for
// the verdict; but enough for a small program's changes, and no more than some seconds take.
inline double accesses_allowed(double of_tests) {
  constexpr double kLeast = 6e8, kMost = 9e8;
  return std::clamp(of_tests, kLeast, kMost);
}

}  // namespace gemmlab
