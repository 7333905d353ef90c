// How often the speed verdict is wrong, on machines with known noise. docs/speed.md states the
// limits asserted here.
#include <gtest/gtest.h>

#include <map>

#include "grader/speed/race.h"
#include "grader/speed/tests/simulated_machine.h"

namespace gemmlab {
namespace {

constexpr double kReference = 2;  // the textbook solution's rate over the baseline's
constexpr double kRequired = kPassMark * kReference;  // below the nominal 9 here
constexpr int kRaces = 2000;

// How often each outcome occurred in this many races of a program with that share of the
// requirement.
std::map<SpeedOutcome, int> outcomes(const Noise& noise, double share) {
  std::map<SpeedOutcome, int> count;
  for (unsigned seed = 0; seed < kRaces; ++seed) {
    SimulatedMachine machine(noise, seed);
    Contestant baseline = machine.program(1e12), mine = machine.program(share * kRequired * 1e12),
               reference = machine.program(kReference * 1e12);
    const Clock clock = [&] { return machine.hz(); };
    for (Contestant* each : {&baseline, &reference, &mine}) {
      warm_up(*each, clock);
    }
    ++count[race(baseline, mine, reference, {9, seed, clock}).outcome];
  }
  return count;
}

class ErrorRates : public testing::TestWithParam<Noise> {};

TEST_P(ErrorRates, NobodyWhoIsFivePercentFastEnoughFails) {
  for (double share : {1.05, 1.25, 1 / 0.7}) {
    EXPECT_EQ(outcomes(GetParam(), share)[SpeedOutcome::too_slow], 0) << share;
  }
}

TEST_P(ErrorRates, TheTextbookSolutionIsFastEnough) {
  EXPECT_GE(outcomes(GetParam(), 1 / 0.7)[SpeedOutcome::fast_enough], 0.98 * kRaces);
}

TEST_P(ErrorRates, WhoIsExactlyAtTheLimitHardlyEverFails) {
  EXPECT_LE(outcomes(GetParam(), 1)[SpeedOutcome::too_slow], 1);
}

TEST_P(ErrorRates, WhoHasSeventyPercentOfWhatIsRequiredFails) {
  EXPECT_GE(outcomes(GetParam(), 0.7)[SpeedOutcome::too_slow], 0.98 * kRaces);
}

TEST_P(ErrorRates, WhoHasEightyPercentNeverPassesForFast) {
  EXPECT_EQ(outcomes(GetParam(), 0.8)[SpeedOutcome::fast_enough], 0);
}

INSTANTIATE_TEST_SUITE_P(Machines, ErrorRates, testing::Values(quiet(), server(), laptop()),
                         [](const auto& info) { return info.param.name; });

// Shows that the noise is a real test: the usual way, first all of one program and then all of the
// other, fails some programs on the laptop that are 25 % faster than required.
TEST(OneAfterTheOther, FailsSomeOnALaptop) {
  int fails = 0;
  for (unsigned seed = 0; seed < kRaces; ++seed) {
    SimulatedMachine machine(laptop(), seed);
    const auto median_seconds = [&](const Contestant& program) {
      std::vector<double> seconds;
      for (int i = 0; i < kBlocks; ++i) {
        seconds.push_back(program.sample(8));
      }
      return summarise(seconds).median;
    };
    const double baseline = median_seconds(machine.program(1e12));
    const double mine = median_seconds(machine.program(1.25 * kRequired * 1e12));
    fails += baseline / mine < kRequired;
  }
  EXPECT_GE(fails, 0.03 * kRaces) << fails;
}

}  // namespace
}  // namespace gemmlab
