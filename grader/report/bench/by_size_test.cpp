#include "grader/report/bench/by_size.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gemmlab {
namespace {

using testing::HasSubstr;
using testing::Not;

BenchRow row(const Shape& size, const std::string& program, double tflops) {
  BenchRow made;
  made.size = size;
  made.program = program;
  made.kind = program == kLibrary ? BenchKind::other : BenchKind::solution;
  made.flops = 1e12 * tflops;
  return made;
}

BenchReport two_sizes() {
  const Shape wide{4097, 1023, 2500, ""};
  BenchReport report;
  report.device = "A GPU of Bob's";
  report.compiler = "nvcc 13.0";
  report.rows = {row(square(512), "11 split_k", 21), row(square(512), "12 fixed_order", 15),
                 row(square(512), kLibrary, 20),     row(wide, "11 split_k", 40),
                 row(wide, "12 fixed_order", 45),    row(wide, kLibrary, 50)};
  relate(report);
  return report;
}

TEST(BestSteps, NamesTheFastestAtEachSize) {
  EXPECT_EQ(best_steps(two_sizes()),
            "\nthe fastest step at each size\n"
            "512              11 split_k              1.05 of cuBLAS (1.05 to 1.05)\n"
            "4097x1023x2500   12 fixed_order          0.90 of cuBLAS (0.90 to 0.90)\n");
}

TEST(BestSteps, PutTheRatioBelowOnANarrowTerminal) {
  EXPECT_THAT(best_steps(two_sizes(), 60),
              HasSubstr("\n512              11 split_k\n    1.05 of cuBLAS (1.05 to 1.05)\n"));
  EXPECT_EQ(best_steps(two_sizes(), 80), best_steps(two_sizes()));
}

TEST(BestSteps, NeedsTwoSizes) {
  BenchReport report = two_sizes();
  report.rows.resize(3);
  EXPECT_EQ(best_steps(report), "");
}

TEST(BestSteps, ComparesWithNothingWithoutTheLibrary) {
  BenchReport report = two_sizes();
  std::erase_if(report.rows, [](const BenchRow& each) { return each.program == kLibrary; });
  relate(report);
  EXPECT_THAT(best_steps(report), HasSubstr("\n512              11 split_k\n"));
}

TEST(SizesPlot, DrawsALineForEachStepAndForTheLibrary) {
  const std::string plot = sizes_plot(two_sizes(), "it's.svg");
  EXPECT_THAT(plot, HasSubstr("set output 'it''s.svg'"));
  EXPECT_THAT(plot, HasSubstr("1 21.0000 15.0000 20.0000\n2 40.0000 45.0000 50.0000\n"));
  EXPECT_THAT(plot, HasSubstr("set xtics ('512' 1, '4097x1023x2500' 2)"));
  EXPECT_THAT(plot, HasSubstr("title 'cuBLAS, fp32'"));
}

TEST(SizesPlot, LeavesAGapWhereAStepWasNotTimed) {
  BenchReport report = two_sizes();
  report.rows.erase(report.rows.begin());
  EXPECT_THAT(sizes_plot(report, "x.svg"), HasSubstr("1 15.0000 NaN 20.0000\n"));
}

}  // namespace
}  // namespace gemmlab
