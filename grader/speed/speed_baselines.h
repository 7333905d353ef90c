// What a lab's program is timed against: the baseline and the textbook solution, loaded.
#pragma once

#include <cstdint>
#include <memory>

#include "grader/core/labs.h"
#include "grader/core/spec.h"
#include "grader/session/session.h"
#include "grader/speed/race.h"
#include "grader/speed/runner.h"

namespace gemmlab {

// Throws Untimed, InfrastructureError and Interrupted everywhere.
class SpeedBaselines {
 public:
  // Loads both, chooses a size at which the baseline can be timed, with a depth drawn from
  // `shape_key`, and warms both up. Nothing else should run on the GPU during this time, because
  // later rates are compared with these.
  SpeedBaselines(const Spec& spec, const Lab& lab, std::uint64_t seed, std::uint64_t shape_key);
  ~SpeedBaselines();

  // Times a program of this lab against them.
  RaceResult race_against(Session& student, std::uint64_t seed);

  // Whether the reference recovers its lost speed whenever `student` is stopped, and loses it again
  // whenever `student` is started: if so, the student's program is what runs beside the others.
  // Call it after a race of `student`.
  bool are_held_up_by(Session& student);

  // The student's matrices.
  const Pools& pools() const { return pools_.m != 0 ? pools_ : baseline_pools_; }

 private:
  class ClockProbe;

  Clock clock();

  double nominal_;
  Precision precision_;
  Session baseline_session_, reference_session_;
  Pools baseline_pools_, pools_;  // pools_ only if the student's differ
  std::uint64_t budget_ = 0;      // bytes of GPU memory per program
  Overhead overhead_;             // of samples where the student's program is timed
  std::unique_ptr<Runner> baseline_, reference_;
  std::unique_ptr<ClockProbe> probe_;  // if both run on a GPU
  double best_elsewhere_ = 0;          // of the baseline, operations per second over all races
};

}  // namespace gemmlab
