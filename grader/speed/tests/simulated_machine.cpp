#include "grader/speed/tests/simulated_machine.h"

#include <algorithm>
#include <cmath>

namespace gemmlab {

Noise quiet() {
  Noise noise;
  noise.name = "quiet";
  noise.jitter = 0.003;
  return noise;
}

Noise server() {
  Noise noise;
  noise.name = "server";
  noise.jitter = 0.02;
  noise.spikes = 0.1;
  noise.spike = 0.5;
  return noise;
}

Noise laptop() {
  Noise noise;
  noise.name = "laptop";
  noise.jitter = 0.03;
  noise.spikes = 0.05;
  noise.spike = 0.3;
  noise.drift = 0.35;
  noise.drift_seconds = 2;
  noise.swing = 0.3;
  noise.swing_seconds = 0.5;
  return noise;
}

SimulatedMachine::SimulatedMachine(Noise noise, unsigned seed)
    : noise_(std::move(noise)), random_(seed) {}

Contestant SimulatedMachine::program(double rate, double flops) {
  Contestant contestant;
  contestant.flops = flops;
  contestant.sample = [this, rate, flops](int calls) { return sample(calls * flops / rate); };
  return contestant;
}

double SimulatedMachine::hz() {
  return noise_.clock_is_visible ? 1e9 * clock() : 0;
}

// The clock rate at now_, relative to its best: reduced by warming up according to the drift, and
// temporarily by the swing.
double SimulatedMachine::clock() {
  while (now_ >= clock_until_) {
    clock_ = 1 - noise_.swing * std::uniform_real_distribution<>(0, 1)(random_);
    clock_until_ += std::exponential_distribution<>(1 / noise_.swing_seconds)(random_);
  }
  return clock_ * (1 - noise_.drift * (1 - std::exp(-now_ / noise_.drift_seconds)));
}

double SimulatedMachine::sample(double seconds) {
  ++samples_;
  seconds /= clock();
  seconds *= std::max(1 + noise_.jitter * std::normal_distribution<>()(random_), 0.5);
  if (std::bernoulli_distribution(noise_.spikes)(random_)) {
    seconds *= 1 + std::exponential_distribution<>(1 / noise_.spike)(random_);
  }
  now_ += seconds;
  return seconds;
}

}  // namespace gemmlab
