// How the table of a study looks, on a wide terminal and on narrow ones.
#include "grader/cli/study/counts_table.h"

#include <gmock/gmock.h>

#include "common/facts/counts.h"
#include "grader/core/metrics.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

Study sample() {
  Study study{.columns = {"loads/FMA", "wavefronts/FMA", "barriers"},
              .steps = {{"01 first", {}}, {"02 last", {}}, {"03 tiles", {}}}};
  for (StudyStep& step : study.steps) {
    step.results.emplace_back().verdict = Verdict::passed;
  }
  Metrics& metrics = study.steps[0].results[0].metrics.emplace();
  metrics.shape = {128, 128, 128, ""};
  metrics.shared_load.requests = 16384;  // x 32 lanes / 128^3
  metrics.shared_load.units = 32768;
  metrics.barriers = 8;
  add(metrics.launches, {});
  study.steps[1].results[0].verdict = Verdict::race;
  study.steps[2].multiple_of = 48;
  return study;
}

TEST(CountsTable, SaysWhatIsRightAndCountsForEachMultiplyAdd) {
  Study study = sample();
  EXPECT_EQ(counts_table(study, square(128), 0),
            "counted at m = n = k = 128\n"
            "step                 values             loads/FMA wavefronts/FMA barriers\n"
            "01 first             right                 0.2500         0.5000        8\n"
            "02 last              RACE                                                \n"
            "03 tiles             right              for multiples of 48 only\n");
  EXPECT_EQ(counts_table(study, square(128), 0, 80), counts_table(study, square(128), 0));
  study.columns.clear();
  EXPECT_THAT(counts_table(study, square(128), 0), testing::StartsWith("step "));
}

TEST(CountsTable, SaysWhichComputeCapabilityAStepNeeds) {
  Study study = sample();
  study.steps[1].needs = 90;
  study.steps[1].is_run = false;
  EXPECT_THAT(counts_table(study, square(128), 0),
              testing::HasSubstr("02 last              not run            for compute capability "
                                 "9.0 only\n"));
}

TEST(CountsTable, LosesBlanksAndThenBreaksBetweenColumnsToFit) {
  EXPECT_EQ(counts_table(sample(), square(128), 0, 60),
            "counted at m = n = k = 128\n"
            "step     values loads/FMA wavefronts/FMA barriers\n"
            "01 first right     0.2500         0.5000        8\n"
            "02 last  RACE                                    \n"
            "03 tiles right \n"
            "03 tiles: for multiples of 48 only\n");
  EXPECT_EQ(counts_table(sample(), square(128), 0, 40),
            "counted at m = n = k = 128\n"
            "step     values loads/FMA wavefronts/FMA\n"
            "01 first right     0.2500         0.5000\n"
            "02 last  RACE                           \n"
            "03 tiles right \n"
            "\n"
            "step     barriers\n"
            "01 first        8\n"
            "02 last          \n"
            "03 tiles\n"
            "03 tiles: for multiples of 48 only\n");
}

TEST(CountsTable, FitsEveryWidthOfATerminal) {
  Study study = sample();
  study.columns = {"threads/block",   "shared bytes", "occupancy %",   "outputs/thread",
                   "sectors/request", "bytes/FLOP",   "wavefronts/FMA"};
  study.steps[1].results[0].verdict = Verdict::barrier_divergence;
  for (int width = kNarrowest; width <= kWidest; ++width) {
    const std::string table = counts_table(study, square(128), 0, width);
    for (const std::string& line : split_lines(table)) {
      EXPECT_LE(display_width(line), width) << line;
    }
    for (const std::string& column : study.columns) {
      EXPECT_THAT(table, testing::HasSubstr(column)) << width;
    }
  }
}

}  // namespace
}  // namespace gemmlab
