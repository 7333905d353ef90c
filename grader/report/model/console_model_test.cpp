#include "grader/report/model/console_model.h"

#include <gtest/gtest.h>

#include "common/model/devices.h"
#include "common/model/prediction.h"
#include "grader/report/console.h"
#include "grader/report/sample_result.h"
#include "grader/report/sample_terminal.h"

namespace gemmlab {
namespace {

// A tiled kernel, counted at 128 x 128 x 128 with the counts of the textbook solution.
LabResult tiled_lab() {
  LabResult lab = passed_lab();
  lab.id = "03";
  lab.metrics->bytes_per_flop = 0.140625;
  lab.metrics->shared_load.bytes = 2 * 4 * 128 * 128 * 128;
  lab.metrics->launches = {{{4, 4, 1}, {32, 32, 1}, 8192}};
  lab.model = model::predict("03", {128, 128, 128}, nullptr);
  return lab;
}

TEST(ConsoleModel, PutsThePredictionBesideTheCounts) {
  EXPECT_EQ(console_model(tiled_lab(), kPlain),
            "                                   predicted   simulated\n"
            "   bytes per FLOP                      0.141       0.141\n"
            "   shared loads per multiply-add       2.000       2.000\n");
}

TEST(ConsoleModel, BoundsTheSpeedWhereAGPUMeasuredIt) {
  LabResult lab = tiled_lab();
  lab.model = model::predict("03", {128, 128, 128}, &model::device("h200"));
  EXPECT_EQ(console_model(lab, kPlain).find("speed"), std::string::npos);  // none was measured
  lab.speed = measured_speed();
  lab.speed->gflops = 9300;
  EXPECT_EQ(console_model(lab, kPlain),
            "                                   predicted   simulated    measured\n"
            "   bytes per FLOP                      0.141       0.141\n"
            "   shared loads per multiply-add       2.000       2.000\n"
            "   speed, TFLOP/s                    <= 11.2                     9.3\n");
}

TEST(ConsoleModel, SpeaksOfNoSharedLoadsWhereThereAreNone) {
  LabResult lab = passed_lab();
  lab.model = model::predict("02", {128, 128, 128}, nullptr);
  EXPECT_EQ(console_model(lab, kPlain).find("shared"), std::string::npos);
}

TEST(ConsoleModel, SaysThatAKernelIsBuiltOtherwise) {
  LabResult lab = tiled_lab();
  lab.metrics->launches = {{{8, 8, 1}, {16, 16, 1}, 2048}};
  EXPECT_NE(
      console_model(lab, kPlain)
          .find("   predicted: the textbook solution, 4 x 4 blocks of 32 x 32 threads; yours\n"
                "   launches 8 x 8 of 16 x 16\n"),
      std::string::npos);
}

TEST(ConsoleModel, FitsANarrowTerminal) {
  EXPECT_EQ(console_model(tiled_lab(), kNarrow),
            "   bytes per FLOP: predicted 0.141,\n"
            "   simulated 0.141\n"
            "   shared loads per multiply-add:\n"
            "   predicted 2.000, simulated 2.000\n");
}

TEST(ConsoleModel, IsSilentWhereValuesAreWrongOrNothingWasCounted) {
  LabResult lab = tiled_lab();
  lab.verdict = Verdict::wrong;
  EXPECT_EQ(console_model(lab, kPlain), "");
  lab.verdict = Verdict::uncoalesced;
  EXPECT_NE(console_model(lab, kPlain), "");
  lab.model.reset();
  EXPECT_EQ(console_model(lab, kPlain), "");
  lab = tiled_lab();
  lab.metrics.reset();
  EXPECT_EQ(console_model(lab, kPlain), "");
}

TEST(ConsoleModel, StandsBelowTheHeadlineOfAReport) {
  const std::string report = console_report(tiled_lab(), {kPlain, {}});
  EXPECT_NE(report.find("bytes per FLOP                      0.141"), std::string::npos);
  EXPECT_LE(std::count(report.begin(), report.end(), '\n'), 5);
}

}  // namespace
}  // namespace gemmlab
