// From ratios of times, each measured within one block of interleaved samples, to a speed verdict.
#pragma once

#include <array>
#include <vector>

#include "grader/core/result.h"

namespace gemmlab {

struct Ratios {
  double median = 0;
  std::array<double, 2> interval{0, 0};  // order statistics that hold the median with over 95 %
};

// Throws std::invalid_argument if there are no ratios.
Ratios summarise(std::vector<double> ratios);

// The share that may lie behind what was seen: with 95 % confidence no more than this many of all
// trials fail, where `failures` of `trials` did (Clopper and Pearson, one-sided).
double upper_bound_of_share(int failures, int trials);

// The standard deviation over the mean; 0 for fewer than two values.
double spread(const std::vector<double>& values);

// What a solution must reach: kPassMark of the reference's own speed-up in this run, or the nominal
// goal if that is lower. It excludes broken code only.
double required_ratio(double nominal, double reference_ratio);

// How many blocks a full measurement has: fewer where a call takes long. And after how many it may
// end early.
inline constexpr int kBlocks = 21, kBlocksOfLongCalls = 9;
inline constexpr int kEarlyBlocks = 9;
inline constexpr int kHopelessBlocks = 3;

// Whether so many ratios already settle that the solution is fast enough: all of at least
// kEarlyBlocks lie 10 % above what is required.
bool clearly_fast(const std::vector<double>& ratios, double required);

// Whether the ratios say too slow. In a full measurement of `blocks`: all but one lie below (for a
// solution exactly at the limit that happens once in 95,000 measurements: binomial, 20 of 21), or,
// of nine blocks, all (once in 512). Earlier: all of at least kEarlyBlocks lie 20 % below, or all
// of at least kHopelessBlocks 70 %, or any at all 95 %: far outside of noise. A second measurement
// must agree.
bool clearly_slow(const std::vector<double>& ratios, double required, int blocks = kBlocks);

// The outcome of a measurement that has ended.
SpeedOutcome outcome_of(const std::vector<double>& ratios, double required, int blocks = kBlocks);

}  // namespace gemmlab
