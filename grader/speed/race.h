// Three programs timed in turns: the baseline, the student's and the reference.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "grader/core/facts/speed.h"
#include "grader/core/result.h"

namespace gemmlab {

struct Contestant {
  double flops = 0;                         // of one call
  std::function<double(int calls)> sample;  // seconds of so many calls in a row
  int calls = 1;                            // of one sample
  int most_calls = 64;                      // that a sample may have
  double warm_rate = 0;  // operations a second, when it was warmed up; 0: not looked at
  double warm_hz = 0;    // the clock rate then; 0: not known

  // Operations a second in one more sample.
  double measure() const { return flops * calls / sample(calls); }
};

// The median of so many.
double usual_rate(const Contestant& contestant, int samples);

// Tells the clock rate that all contestants run at, now; 0 if it cannot be told. May be empty.
using Clock = std::function<double()>;

// A call that takes longer than this is timed by itself, in fewer blocks.
inline constexpr double kLongestCall = 0.025;  // seconds

// Runs a contestant until clocks and caches are warm, notes how fast it was then, and sets its
// calls so that a sample takes about as long as is measured well.
void warm_up(Contestant& contestant, const Clock& clock = {});

struct RaceTerms {
  double nominal = 0;      // speed-up over the baseline that is always enough
  std::uint64_t coin = 0;  // decides the order within each block
  Clock clock;
  // Operations a second that a baseline on another processor than the others has reached in earlier
  // samples; 0: it is on the same. There turns cancel nothing, and other programs only ever slow it
  // down: its best sample stands for it.
  double baseline_best = 0;
};

struct RaceResult {
  std::vector<double> student, reference;  // rates over the baseline's, one a block
  double required = 0;                     // of the student
  double student_flops = 0;                // a second, in the best sample
  double baseline_flops = 0;               // likewise
  double reference_kept = 1;  // the reference's median rate over its warm rate, at one clock rate
  std::array<double, 2> hz{0, 0};      // slowest and fastest clock that was seen; 0: none was
  std::optional<Untimed> disturbance;  // why there is no outcome: ReferenceSlowed or ClockJumped
  SpeedOutcome outcome = SpeedOutcome::not_graded;
};

// Races in blocks: baseline, student, reference and back, or mirrored by coin, so that drift
// cancels; each is represented by the better of its two samples. Rates are compared, so that the
// contestants' problems need not be of one size. Ends early where the ratios are clear.
//
// Too slow is said only by two measurements, and only if it holds as well when each rate is put in
// relation to the clock that was seen right after its sample. A reference that was warmed up before
// the student's program began, and has lost much of its rate since though not by the clock, is not
// alone: that measurement has no outcome. Two without one leave the speed not graded; whichever
// comes first.
RaceResult race(const Contestant& baseline,
                const Contestant& student,
                const Contestant& reference,
                const RaceTerms& terms);

// What a sample took. The worker's clock is fine, and its process is not to be trusted; the judge's
// is coarse, since it sees the messages too. The fine one counts as long as both agree.
double agreed_seconds(double workers, double judges);

}  // namespace gemmlab
