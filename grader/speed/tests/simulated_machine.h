// A machine with known noise, for tests of measurements: programs with given rates, and a clock
// that advances as samples are taken.
#pragma once

#include <ostream>
#include <random>
#include <string>

#include "grader/speed/race.h"

namespace gemmlab {

struct Noise {
  std::string name;
  double jitter = 0;             // standard deviation of a sample, relative to its time
  double spikes = 0;             // share of samples that other work delays
  double spike = 0;              // their average delay, relative to their time
  double drift = 0;              // share of the rate lost in the end as the machine warms up
  double drift_seconds = 1;      // until two thirds of that are lost
  double swing = 0;              // how far the clock rate randomly falls below its best
  double swing_seconds = 0.1;    // how long it stays there on average
  bool clock_is_visible = true;  // to the probe
};

// A desktop with no other load; a server whose other users come and go; a laptop that warms up and
// whose clock rate varies.
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

  // A program that reaches `rate` operations per second at the best clock, with `flops` per call.
  // The machine must outlive it.
  Contestant program(double rate, double flops = 2e9);

  // The current clock rate; its best is 1e9.
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
