#include "grader/speed/race.h"

#include <gtest/gtest.h>

#include <cmath>

#include "grader/speed/tests/simulated_machine.h"

namespace gemmlab {
namespace {

RaceTerms terms(double nominal, unsigned coin = 1) {
  return {nominal, coin, {}};
}

// A program of the same machine that is always slower by this factor.
Contestant slowed(Contestant program, double slowness) {
  program.sample = [sample = program.sample, slowness](int calls) {
    return slowness * sample(calls);
  };
  return program;
}

TEST(Race, GivesUpEarlyOnWhatIsFarTooSlow) {
  SimulatedMachine machine(quiet(), 1);
  Contestant fast = machine.program(1e12), slow = machine.program(2e11),
             slowest = machine.program(1e10);
  EXPECT_EQ(race(fast, slow, fast, terms(9)).outcome, SpeedOutcome::too_slow);
  EXPECT_EQ(machine.samples(), 2 * 3 * 6);  // two measurements of three blocks
  EXPECT_EQ(race(fast, slowest, fast, terms(9)).outcome, SpeedOutcome::too_slow);
  EXPECT_EQ(machine.samples(), 2 * 3 * 6 + 2 * 6);
}

TEST(Race, EndsEarlyWhereAllIsWell) {
  SimulatedMachine machine(quiet(), 1);
  Contestant program = machine.program(1e12);
  EXPECT_EQ(race(program, program, program, terms(9)).outcome, SpeedOutcome::fast_enough);
  EXPECT_EQ(machine.samples(), kEarlyBlocks * 6);
}

TEST(Race, HasFewerBlocksWhereCallsAreLong) {
  SimulatedMachine machine(quiet(), 1);
  Contestant baseline = machine.program(1e10), program = machine.program(0.75e10);  // 0.2 s a call
  warm_up(baseline);
  const int warm = machine.samples();
  EXPECT_EQ(race(baseline, program, baseline, terms(9)).outcome, SpeedOutcome::fast_enough);
  EXPECT_EQ(machine.samples() - warm, kBlocksOfLongCalls * 6);
}

TEST(Race, ComparesRatesOfProblemsOfDifferentSize) {
  SimulatedMachine machine(quiet(), 1);
  Contestant cpu = machine.program(3e10, 1e8), gpu = machine.program(6e12, 2e10);
  const RaceResult result = race(cpu, gpu, gpu, terms(20));
  EXPECT_NEAR(summarise(result.student).median, 200, 2);
  EXPECT_EQ(result.required, 20);
  EXPECT_NEAR(result.student_flops, 6e12, 1e11);
}

TEST(Race, ComparesWithTheBestOfABaselineOnAnotherProcessor) {
  SimulatedMachine machine(quiet(), 1);
  Contestant cpu = machine.program(3e10, 1e8), gpu = machine.program(6e12, 2e10);
  RaceTerms elsewhere = terms(20);
  elsewhere.baseline_best = 6e10;  // before other work used the processor
  const RaceResult result = race(cpu, gpu, gpu, elsewhere);
  EXPECT_NEAR(summarise(result.student).median, 100, 1);
  EXPECT_EQ(result.baseline_flops, 6e10);
}

TEST(Race, GivesNoOutcomeWhereTheReferenceIsHeldUp) {
  SimulatedMachine machine(quiet(), 1);
  Contestant reference = machine.program(2e12), mine = machine.program(1e12);
  warm_up(reference);
  EXPECT_NEAR(reference.warm_rate, 2e12, 4e10);
  const RaceResult result = race(mine, mine, slowed(reference, 2), terms(1));
  EXPECT_EQ(result.outcome, SpeedOutcome::not_graded);
  EXPECT_TRUE(holds_alternative<ReferenceSlowed>(result.disturbance->cause));
  EXPECT_NEAR(result.reference_kept, 0.5, 0.02);
}

TEST(Race, GivesNoOutcomeWhereTheClockFellForTheStudentAlone) {
  SimulatedMachine machine(quiet(), 1);
  double clock = 2e9;
  Contestant baseline = machine.program(1e12), mine = machine.program(1e12);
  baseline.sample = [&, sample = baseline.sample](int calls) {
    clock = 2e9;
    return sample(calls);
  };
  Contestant throttled = slowed(mine, 2);
  throttled.sample = [&, sample = throttled.sample](int calls) {
    clock = 1e9;
    return sample(calls);
  };
  RaceTerms seen = terms(9);
  seen.clock = [&] { return clock; };
  const RaceResult result = race(baseline, throttled, baseline, seen);
  EXPECT_EQ(result.outcome, SpeedOutcome::not_graded);
  EXPECT_TRUE(holds_alternative<ClockJumped>(result.disturbance->cause));
  EXPECT_EQ(result.hz, (std::array{1e9, 2e9}));
  // A program that is equally slow at one constant clock rate is too slow.
  EXPECT_EQ(race(baseline, slowed(mine, 2), baseline, seen).outcome, SpeedOutcome::too_slow);
}

TEST(Race, SaysTooSlowOnlyIfTwoMeasurementsDo) {
  SimulatedMachine machine(quiet(), 1);
  Contestant fast = machine.program(1e12), once_slow = fast;
  int samples = 0;
  once_slow.sample = [&, sample = fast.sample](int calls) {
    return (++samples <= 2 * kEarlyBlocks ? 3 : 1) * sample(calls);
  };
  EXPECT_EQ(race(fast, once_slow, fast, terms(9)).outcome, SpeedOutcome::fast_enough);
}

TEST(WarmUp, MakesASampleLongEnough) {
  SimulatedMachine machine(Noise{}, 1);
  Contestant quick = machine.program(1e12, 1e9), slow = machine.program(1e9, 1e9),
             tiny = machine.program(1e13, 1);
  warm_up(quick);
  warm_up(slow);
  EXPECT_EQ(quick.calls, 10);  // 1 ms per call
  EXPECT_EQ(slow.calls, 1);
  tiny.sample = [](int calls) { return calls * 1e-5; };
  warm_up(tiny);
  EXPECT_EQ(tiny.calls, tiny.most_calls);
}

}  // namespace
}  // namespace gemmlab
