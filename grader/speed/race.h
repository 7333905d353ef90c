// Three programs timed in turns: the baseline, the student's and the reference.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "grader/core/result.h"

namespace gemmlab {

struct Contestant {
  double flops = 0;                         // of one call
  std::function<double(int calls)> sample;  // seconds of so many calls in a row
  int calls = 1;                            // of one sample
  int most_calls = 64;                      // that a sample may have
  double warm_rate = 0;  // operations a second, when it was warmed up; 0: not looked at
};

// Runs a contestant until clocks and caches are warm, notes how fast it was then, and sets its
// calls so that a sample takes about as long as is measured well.
void warm_up(Contestant& contestant);

struct RaceResult {
  std::vector<double> student, reference;  // rates over the baseline's, one a block
  double required = 0;                     // of the student
  double student_flops = 0;                // a second, in the best sample
  double reference_kept = 1;               // the reference's median rate over its warm rate
  SpeedOutcome outcome = SpeedOutcome::not_graded;
};

// Races in blocks: baseline, student, reference and back, or mirrored by coin, so that drift
// cancels; each is represented by the better of its two samples. Rates are compared, so that the
// contestants' problems need not be of one size. A reference that was warmed up before the
// student's program began, and has lost much of its rate since, is not alone: no outcome is given
// then. Ends early where the ratios are clear, and measures a second time before it says too slow.
RaceResult race(const Contestant& baseline,
                const Contestant& student,
                const Contestant& reference,
                double nominal,
                std::uint64_t coin);

// What a sample took. The worker's clock is fine, and its process is not to be trusted; the judge's
// is coarse, since it sees the messages too. The fine one counts as long as both agree.
double agreed_seconds(double workers, double judges);

}  // namespace gemmlab
