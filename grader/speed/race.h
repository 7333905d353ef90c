// Times three programs in turns: the baseline, the student's and the reference.
#pragma once

#include "grader/core/result.h"

namespace gemmlab {

struct Contestant {
  double flops = 0;                         // of one call
  std::function<double(int calls)> sample;  // seconds for this many calls in a row
  int calls = 1;                            // per sample
  int most_calls = 64;                      // maximum per sample
  double warm_rate = 0;                     // operations per second after warm-up; 0: not measured
  double warm_hz = 0;                       // the clock rate then; 0: unknown

  // Operations per second in one more sample.
  double measure() const { return flops * calls / sample(calls); }
};

// The median of this many samples.
double usual_rate(const Contestant& contestant, int samples);

// Returns the current clock rate of all contestants; 0 if unknown. May be empty.
using Clock = std::function<double()>;

// A longer call is a sample by itself, and there are fewer blocks.
inline constexpr double kLongestCall = 0.025;  // seconds

// Runs a contestant until clocks and caches are warm, records its speed, and sets its calls so that
// a sample is long enough to measure well.
void warm_up(Contestant& contestant, const Clock& clock = {});

struct RaceTerms {
  double nominal = 0;      // speed-up over the baseline that is always enough
  std::uint64_t coin = 0;  // decides the order within each block
  Clock clock;
  // Operations per second that the baseline reached in earlier samples, if it runs on a different
  // processor than the others; 0: it runs on the same one. On a different processor, taking turns
  // cancels nothing, and other programs can only slow the baseline down: so its best sample counts.
  double baseline_best = 0;
};

struct RaceResult {
  std::vector<double> student, reference;  // rates relative to the baseline's, one per block
  double required = 0;                     // of the student
  double student_flops = 0;                // per second, in the best sample
  double baseline_flops = 0;               // the same
  double reference_kept = 1;  // the reference's median rate over its warm rate, at one clock rate
  std::array<double, 2> hz{0, 0};      // slowest and fastest clock observed; 0: none
  std::optional<Untimed> disturbance;  // why there is no result: ReferenceSlowed or ClockJumped
  SpeedOutcome outcome = SpeedOutcome::not_graded;
};

// Races in blocks: baseline, student, reference and back, or mirrored by coin, so that drift
// cancels; the better of a program's two samples counts. Compares rates, so the contestants may
// have different problem sizes. Stops early if the ratios are clear.
//
// "Too slow" needs two measurements, and must also hold when each rate is divided by the clock rate
// right after its sample. If the reference was warmed up before the student's program started and
// has since lost much of its rate at the same clock, other work is running: that measurement has no
// result. Two measurements without a result leave the speed not graded, unless two "too slow" ones
// come first.
RaceResult race(const Contestant& baseline, const Contestant& student, const Contestant& reference,
                const RaceTerms& terms);

struct Ratios {
  double median = 0;
  std::array<double, 2> interval{0, 0};  // order statistics; contain the median with over 95 %
};

// Throws std::invalid_argument if there are no ratios.
Ratios summarise(std::vector<double> ratios);

// What a solution must reach: kPassMark of the reference's speed-up in this run, or the nominal
// goal if that is lower. Only broken code should fall below it.
inline double required_ratio(double nominal, double reference_ratio) {
  return std::min(nominal, kPassMark * reference_ratio);
}

// The number of blocks in a full measurement: fewer if a call takes long. And the number after
// which it may stop early.
inline constexpr int kBlocks = 21, kBlocksOfLongCalls = 9;
inline constexpr int kEarlyBlocks = 9;
inline constexpr int kClearBlocks = 6;  // the fewest whose extremes contain the median with 95 %
inline constexpr int kHopelessBlocks = 3;

// Whether these ratios already prove that the solution is fast enough: at least kEarlyBlocks, all
// 10 % above the requirement; or at least kClearBlocks, all twice as fast as required.
bool clearly_fast(const std::vector<double>& ratios, double required);

// Whether the ratios prove "too slow". In a full measurement of `blocks`: all but one are below the
// requirement (for a solution exactly at the limit that happens once in 95,000 measurements:
// binomial, 20 of 21), or, with nine blocks, all (once in 512); or their median is 20 % below.
// Earlier: at least kEarlyBlocks, all 20 % below; or at least kHopelessBlocks, all 70 % below; or
// any number, all 95 % below: far beyond noise. A second measurement must agree.
bool clearly_slow(const std::vector<double>& ratios, double required, int blocks = kBlocks);

// The result of a finished measurement.
SpeedOutcome outcome_of(const std::vector<double>& ratios, double required, int blocks = kBlocks);

}  // namespace gemmlab
