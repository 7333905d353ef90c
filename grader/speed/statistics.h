// Derives a speed verdict from ratios of times, each measured within one block of interleaved
// samples.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "grader/core/result.h"

namespace gemmlab {

struct Ratios {
  double median = 0;
  std::array<double, 2> interval{0, 0};  // order statistics; contain the median with over 95 %
};

// Throws std::invalid_argument if there are no ratios.
Ratios summarise(std::vector<double> ratios);

// The upper bound of the failure rate: with 95 % confidence at most this share of all trials fail,
// if `failures` of `trials` did (Clopper and Pearson, one-sided).
double upper_bound_of_share(int failures, int trials);

// Standard deviation over mean; 0 for fewer than two values.
double spread(const std::vector<double>& values);

// What a solution must reach: kPassMark of the reference's speed-up in this run, or the nominal
// goal if that is lower. Only broken code should fall below it.
inline double required_ratio(double nominal, double reference_ratio) {
  return std::min(nominal, kPassMark * reference_ratio);
}

// The number of blocks in a full measurement: fewer if a call takes long. And the number after
// which it may stop early.
inline constexpr int kBlocks = 21, kBlocksOfLongCalls = 9;
inline constexpr int kEarlyBlocks = 9;
inline constexpr int kHopelessBlocks = 3;

// Whether these ratios already prove that the solution is fast enough: at least kEarlyBlocks, all
// 10 % above the requirement.
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
