// A machine whose noise is known, for tests of measurements: programs of given rates, and a clock
// that time passes on as samples are taken.
#pragma once

#include <ostream>
#include <random>
#include <string>

#include "grader/speed/race.h"

namespace gemmlab {

struct Noise {
  std::string name;
  double jitter = 0;             // standard deviation of each sample, of its time
  double spikes = 0;             // share of samples that something else holds up
  double spike = 0;              // how much longer those take, on average, of their time
  double drift = 0;              // of the rate that is lost in the end as the machine warms up
  double drift_seconds = 1;      // until two thirds of that are lost
  double swing = 0;              // of the clock rate that it may lie below its best, at random
  double swing_seconds = 0.1;    // how long it stays there, on average
  bool clock_is_visible = true;  // to the probe
};

// A desktop with nothing else to do; a server whose other users come and go; a laptop that warms up
// and whose clock swings.
Noise quiet();
Noise server();
Noise laptop();

inline std::ostream& operator<<(std::ostream& out, const Noise& noise) {
  return out << noise.name;
}

class SimulatedMachine {
 public:
  SimulatedMachine(Noise noise, unsigned seed);
  SimulatedMachine(const SimulatedMachine&) = delete;
  SimulatedMachine& operator=(const SimulatedMachine&) = delete;

  // A program that reaches `rate` operations a second at the best clock, `flops` in a call. The
  // machine must outlive it.
  Contestant program(double rate, double flops = 2e9);

  // The clock rate now; its best is 1e9.
  double hz();

  int samples() const { return samples_; }

 private:
  double sample(double seconds);
  double clock();

  Noise noise_;
  std::mt19937 random_;
  double now_ = 0;  // seconds
  double clock_ = 1;
  double clock_until_ = 0;
  int samples_ = 0;
};

}  // namespace gemmlab
