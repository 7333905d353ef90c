#include "grader/speed/race.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <random>

#include "grader/core/pattern.h"
#include "grader/core/read_file.h"
#include "grader/machine/paths.h"

namespace gemmlab {
namespace {

std::vector<double> noisy(double true_ratio, double spread, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> noise(true_ratio, true_ratio * spread);
  std::vector<double> ratios(kBlocks);
  for (double& ratio : ratios) {
    ratio = noise(generator);
  }
  return ratios;
}

TEST(Summarise, GivesMedianAndOrderStatistics) {
  std::vector<double> ratios;
  for (int i = 21; i >= 1; --i) {
    ratios.push_back(i);
  }
  const Ratios summary = summarise(ratios);
  EXPECT_EQ(summary.median, 11);
  EXPECT_EQ(summary.interval[0], 6);  // the 6th and 16th of 21 contain the median with 97.3 %
  EXPECT_EQ(summary.interval[1], 16);
  EXPECT_EQ(summarise({1, 2, 3, 4, 5, 6, 7, 8, 9}).interval[0], 2);
  EXPECT_EQ(summarise({1, 3}).median, 2);
  EXPECT_THROW(summarise({}), std::invalid_argument);
}

TEST(Required, IsTheLowerOfNominalAndTheReferencesShare) {
  EXPECT_DOUBLE_EQ(required_ratio(2.0, 8.0), 2.0);
  EXPECT_DOUBLE_EQ(required_ratio(2.0, 1.0), 0.7);
}

TEST(Outcome, PassesWhatIsFastEnoughUnderHeavyNoise) {
  int fails = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    fails += outcome_of(noisy(1.05, 0.1, seed), 1.0) == SpeedOutcome::too_slow;
  }
  EXPECT_EQ(fails, 0);
}

TEST(Outcome, FailsWhatIsClearlyTooSlow) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    EXPECT_EQ(outcome_of(noisy(0.7, 0.03, seed), 1.0), SpeedOutcome::too_slow);
  }
}

TEST(Outcome, IsBorderlineInBetween) {
  std::vector<double> ratios(kBlocks, 0.99);
  ratios[3] = ratios[4] = 1.01;
  EXPECT_EQ(outcome_of(ratios, 1.0), SpeedOutcome::borderline);
}

TEST(Outcome, NeedsAllOfNineBlocksToFail) {
  std::vector<double> ratios(kBlocksOfLongCalls, 0.99);
  EXPECT_EQ(outcome_of(ratios, 1.0, kBlocksOfLongCalls), SpeedOutcome::too_slow);
  EXPECT_EQ(outcome_of(ratios, 1.0), SpeedOutcome::borderline);
  ratios[3] = 1.01;
  EXPECT_EQ(outcome_of(ratios, 1.0, kBlocksOfLongCalls), SpeedOutcome::borderline);
}

TEST(EarlyStop, NeedsNineBlocksAllWellAboveOrSixFarAbove) {
  EXPECT_TRUE(clearly_fast(std::vector<double>(9, 1.11), 1.0));
  EXPECT_FALSE(clearly_fast(std::vector<double>(8, 1.99), 1.0));
  EXPECT_TRUE(clearly_fast(std::vector<double>(6, 2.0), 1.0));
  EXPECT_FALSE(clearly_fast(std::vector<double>(5, 9.0), 1.0));
  auto ratios = std::vector<double>(9, 2.0);
  ratios[5] = 1.05;
  EXPECT_FALSE(clearly_fast(ratios, 1.0));
}

TEST(EarlyStop, FailsEarlyOnlyFarBelow) {
  EXPECT_TRUE(clearly_slow(std::vector<double>(9, 0.79), 1.0));
  EXPECT_FALSE(clearly_slow(std::vector<double>(9, 0.81), 1.0));
  EXPECT_FALSE(clearly_slow(std::vector<double>(8, 0.31), 1.0));
  EXPECT_TRUE(clearly_slow(std::vector<double>(3, 0.29), 1.0));
  EXPECT_FALSE(clearly_slow(std::vector<double>(2, 0.06), 1.0));
  EXPECT_TRUE(clearly_slow(std::vector<double>(1, 0.04), 1.0));
  EXPECT_FALSE(clearly_slow({}, 1.0));
}

TEST(EarlyStop, NeverTakesNaNForFast) {
  EXPECT_FALSE(clearly_fast(std::vector<double>(21, std::nan("")), 1.0));
  EXPECT_TRUE(clearly_slow(std::vector<double>(21, std::nan("")), 1.0));
}

TEST(PassMark, IsTheOneThatTheDocsState) {
  const Pattern stated(R"((\d+) % of (?:the|what the) textbook)");
  int found = 0;
  for (const auto& page : std::filesystem::directory_iterator(paths().docs())) {
    if (page.path().extension() == ".md") {
      std::string text = read_file(page.path());
      std::replace(text.begin(), text.end(), '\n', ' ');
      for (const Match& match : stated.all_in(text)) {
        EXPECT_EQ(match[1], std::to_string(std::lround(100 * kPassMark))) << page.path();
        ++found;
      }
    }
  }
  EXPECT_GE(found, 3);
}

}  // namespace
}  // namespace gemmlab
