// What a lab's program is timed against: the baseline and the textbook solution, loaded and warm.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "grader/core/labs.h"
#include "grader/speed/runner.h"

namespace gemmlab {

// Everything here throws Untimed, InfrastructureError and Interrupted.

// The GPU's clock rate as one of its own kernels sees it, in a process beside those that are timed.
class ClockProbe {
 public:
  // Starts its process and does not wait for it.
  ClockProbe();
  ClockProbe(const ClockProbe&) = delete;
  ClockProbe& operator=(const ClockProbe&) = delete;

  // Makes it ready. Comes first.
  void stage() { entrant_.stage(1); }

  // Cycles a second that a multiprocessor makes just now; takes about a millisecond.
  double hz();

 private:
  Session session_;
  Pools pools_;
  Entrant entrant_;
};

class SpeedBaselines {
 public:
  // Loads both, chooses a size at which the baseline can be timed, and warms both up. Nothing else
  // should run on the GPU meanwhile: what they reach now is what they are held to later.
  SpeedBaselines(const Spec& spec, const Lab& lab, std::uint64_t seed);
  SpeedBaselines(const SpeedBaselines&) = delete;
  SpeedBaselines& operator=(const SpeedBaselines&) = delete;

  // Times a program of this lab against them.
  RaceResult race_against(Session& student, std::uint64_t seed);

  // Times the program in `source` `count` times as a grade would, each time anew from the warm-up
  // on, and looks at its values only as far as every timed run does. `on_verdict` is called before
  // each.
  std::vector<RaceResult> race_repeatedly(const std::filesystem::path& source,
                                          int count,
                                          std::uint64_t seed,
                                          const std::function<void(int done)>& on_verdict);

  // Whether the reference gets back what it had lost whenever `student` is ended, and loses it
  // again whenever that is started: it is the student's program then that runs beside the others.
  // `student` has been raced.
  bool are_held_up_by(Session& student);

  int size() const { return chosen().size; }  // of the student's matrices

 private:
  Clock clock();
  const Pools& chosen() const { return pools_.size != 0 ? pools_ : baseline_pools_; }

  double nominal_;
  Session baseline_session_, reference_session_;
  Pools baseline_pools_, pools_;  // the latter only where the student's differ
  std::uint64_t budget_ = 0;      // bytes of the GPU's memory for each program
  std::unique_ptr<Runner> baseline_, reference_;
  std::unique_ptr<ClockProbe> probe_;  // where both run on a GPU
  double best_elsewhere_ = 0;          // of the baseline, operations a second in all races
};

// Writes a lab file that does a textbook solution's work `slowness` times (at least 1): whole
// products first, then the first rows of one more. Returns its path.
std::filesystem::path write_slow_twin(const Lab& lab, double slowness);

}  // namespace gemmlab
