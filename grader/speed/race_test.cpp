#include "grader/speed/race.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "grader/speed/statistics.h"

namespace gemmlab {
namespace {

// A machine whose noise is known: each sample takes flops / rate, stretched at random.
class NoisyMachine {
 public:
  NoisyMachine(double spread, unsigned seed) : spread_(spread), generator_(seed) {}

  Contestant program(double flops_a_second, double flops = 1e9) {
    Contestant contestant;
    contestant.flops = flops;
    contestant.sample = [=, this](int calls) {
      ++samples;
      std::exponential_distribution<double> delay(1 / spread_);
      const double seconds = calls * flops / flops_a_second * (1 + delay(generator_)) * drift_;
      drift_ *= drift_a_sample;
      return seconds;
    };
    return contestant;
  }

  int samples = 0;
  double drift_a_sample = 1;  // a laptop that heats up: each sample is slower than the one before

 private:
  double spread_;
  double drift_ = 1;
  std::mt19937 generator_;
};

SpeedOutcome outcome_at(double student, NoisyMachine machine, unsigned coin) {
  Contestant baseline = machine.program(1e12), mine = machine.program(student * 1e12),
             reference = machine.program(2e12);
  for (Contestant* each : {&baseline, &mine, &reference}) {
    warm_up(*each);
  }
  return race(baseline, mine, reference, 9, coin).outcome;  // required: 0.7 * 2
}

TEST(Race, PassesTheReferenceOnEveryMachine) {
  for (double spread : {0.005, 0.05, 0.3}) {
    for (unsigned seed = 0; seed < 200; ++seed) {
      EXPECT_EQ(outcome_at(2, NoisyMachine(spread, seed), seed), SpeedOutcome::fast_enough);
    }
  }
}

TEST(Race, NeverFailsWhatIsAFewPercentFasterThanRequired) {
  for (double spread : {0.005, 0.05, 0.2}) {
    for (unsigned seed = 0; seed < 500; ++seed) {
      NoisyMachine machine(spread, seed);
      machine.drift_a_sample = 1.002;
      EXPECT_NE(outcome_at(1.05 * 1.4, machine, seed), SpeedOutcome::too_slow) << spread;
    }
  }
}

TEST(Race, FailsWhatHasSeventyPercentOfTheRequirement) {
  for (double spread : {0.005, 0.05}) {
    for (unsigned seed = 0; seed < 200; ++seed) {
      EXPECT_EQ(outcome_at(0.7 * 1.4, NoisyMachine(spread, seed), seed), SpeedOutcome::too_slow);
    }
  }
}

TEST(Race, GivesUpEarlyOnWhatIsFarTooSlow) {
  NoisyMachine machine(0.01, 1);
  Contestant slow = machine.program(2e11), slowest = machine.program(1e10),
             fast = machine.program(1e12);
  EXPECT_EQ(race(fast, slow, fast, 9, 1).outcome, SpeedOutcome::too_slow);
  EXPECT_EQ(machine.samples, 2 * 3 * 6);  // two measurements of three blocks
  machine.samples = 0;
  EXPECT_EQ(race(fast, slowest, fast, 9, 1).outcome, SpeedOutcome::too_slow);
  EXPECT_EQ(machine.samples, 2 * 6);
}

TEST(Race, ComparesRatesOfProblemsOfDifferentSize) {
  NoisyMachine machine(1e-6, 1);
  Contestant cpu = machine.program(3e10, 1e8), gpu = machine.program(6e12, 2e10);
  const RaceResult result = race(cpu, gpu, gpu, 20, 1);
  EXPECT_NEAR(summarise(result.student).median, 200, 1);
  EXPECT_EQ(result.required, 20);
  EXPECT_NEAR(result.student_flops, 6e12, 1e10);
}

TEST(Race, GivesNoOutcomeWhereTheReferenceIsHeldUp) {
  NoisyMachine machine(0.01, 1);
  Contestant reference = machine.program(2e12), mine = machine.program(1e12);
  warm_up(reference);
  EXPECT_NEAR(reference.warm_rate, 2e12, 2e10);
  const auto alone = reference.sample;
  reference.sample = [=](int calls) {
    return 2 * alone(calls);
  };  // a second program shares the GPU
  const RaceResult result = race(mine, mine, reference, 1, 1);
  EXPECT_EQ(result.outcome, SpeedOutcome::not_graded);
  EXPECT_NEAR(result.reference_kept, 0.5, 0.02);
}

TEST(WarmUp, MakesASampleLongEnough) {
  NoisyMachine machine(1e-6, 1);
  Contestant quick = machine.program(1e12), slow = machine.program(1e9),
             tiny = machine.program(1e13, 1);
  warm_up(quick);
  warm_up(slow);
  EXPECT_EQ(quick.calls, 15);  // 1 ms a call
  EXPECT_EQ(slow.calls, 1);
  tiny.sample = [](int calls) { return calls * 1e-5; };
  warm_up(tiny);
  EXPECT_EQ(tiny.calls, tiny.most_calls);
}

TEST(AgreedSeconds, TakesTheFineClockWhileItAgrees) {
  EXPECT_EQ(agreed_seconds(0.0100, 0.0102), 0.0100);
  EXPECT_EQ(agreed_seconds(0.0096, 0.0102), 0.0102);  // forged, or other work in between
  EXPECT_EQ(agreed_seconds(0.0103, 0.0102), 0.0102);
  EXPECT_EQ(agreed_seconds(0, 0.0102), 0.0102);
  EXPECT_EQ(agreed_seconds(std::nan(""), 0.0102), 0.0102);
}

}  // namespace
}  // namespace gemmlab
