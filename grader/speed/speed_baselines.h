// What a lab's program is timed against: the baseline and the textbook solution, loaded and warm.
// Everything here throws Untimed, InfrastructureError and Interrupted.
#pragma once

#include <filesystem>
#include <memory>

#include "grader/core/labs.h"
#include "grader/speed/runner.h"

namespace gemmlab {

class SpeedBaselines {
 public:
  // Loads both, chooses a size at which the baseline can be timed, and warms both up. Nothing else
  // should run on the GPU during this time, because later rates are compared with these.
  SpeedBaselines(const Spec& spec, const Lab& lab, std::uint64_t seed);
  ~SpeedBaselines();

  // Times a program of this lab against them.
  RaceResult race_against(Session& student, std::uint64_t seed);

  // Whether the reference recovers its lost speed whenever `student` is stopped, and loses it again
  // whenever `student` is started: if so, the student's program is what runs beside the others.
  // Call it after a race of `student`.
  bool are_held_up_by(Session& student);

  int size() const { return chosen().size; }  // of the student's matrices

 private:
  class ClockProbe;

  Clock clock();
  const Pools& chosen() const { return pools_.size != 0 ? pools_ : baseline_pools_; }

  double nominal_;
  Session baseline_session_, reference_session_;
  Pools baseline_pools_, pools_;  // pools_ only if the student's differ
  std::uint64_t budget_ = 0;      // bytes of GPU memory per program
  Overhead overhead_;             // of samples where the student's program is timed
  std::unique_ptr<Runner> baseline_, reference_;
  std::unique_ptr<ClockProbe> probe_;  // if both run on a GPU
  double best_elsewhere_ = 0;          // of the baseline, operations per second over all races
};

// Writes a lab file that does a textbook solution's work `slowness` times (at least 1): first whole
// products, then the first rows of one more. Returns its path.
std::filesystem::path write_slow_twin(const Lab& lab, double slowness);

}  // namespace gemmlab
