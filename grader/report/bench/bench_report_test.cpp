#include "grader/report/bench/bench_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gemmlab {
namespace {

using testing::HasSubstr;
using testing::Not;

BenchRow row(int size, const std::string& program, BenchKind kind, double tflops) {
  BenchRow made;
  made.size = square(size);
  made.program = program;
  made.kind = kind;
  made.lab = kind == BenchKind::solution || kind == BenchKind::mine ? program.substr(0, 2) : "";
  made.flops = 1e12 * tflops;
  made.rounds = {1.1 * made.flops, made.flops, 0.9 * made.flops};
  return made;
}

BenchReport sample_bench() {
  BenchReport report;
  report.device = "A \"GPU\" of Bob's";
  report.compiler = "nvcc 13.0";
  report.rounds = 11;
  report.copy_bytes_per_second = 4e12;
  report.rows = {row(1024, "03 tiled_kernel", BenchKind::solution, 8),
                 row(2048, "02 naive_kernel", BenchKind::solution, 5),
                 row(2048, "02 yours", BenchKind::mine, 4),
                 row(2048, "03 tiled_kernel", BenchKind::solution, 10),
                 row(2048, "cuBLAS, fp32", BenchKind::other, 40),
                 row(2048, "multiply-adds alone", BenchKind::peak, 50)};
  relate(report);
  return report;
}

TEST(Relate, ComparesWhatWasMeasuredSideBySide) {
  const std::vector<BenchRow> rows = sample_bench().rows;
  EXPECT_FALSE(rows[0].step || rows[0].of_peak || rows[0].of_library);  // alone at its size
  EXPECT_FALSE(rows[1].step);
  EXPECT_DOUBLE_EQ(*rows[2].of_solution, 0.8);
  EXPECT_DOUBLE_EQ(*rows[3].step, 2);  // relative to the solution before, not to the student's own
  EXPECT_DOUBLE_EQ(*rows[3].of_peak, 0.2);
  EXPECT_DOUBLE_EQ(*rows[3].of_library, 0.25);
  EXPECT_FALSE(rows[4].step);
  EXPECT_FALSE(rows[3].of_solution);
}

TEST(Relate, ComparesEachWithTheLibraryOfItsOwnType) {
  BenchReport report;
  report.rows = {row(4096, "05 written_layout", BenchKind::solution, 200),
                 row(4096, "06 swizzle", BenchKind::solution, 480),
                 row(4096, "cuBLAS, TF32", BenchKind::other, 400),
                 row(4096, "cuBLAS, bf16", BenchKind::other, 800)};
  report.rows[0].library = "cuBLAS, TF32";
  report.rows[1].library = "cuBLAS, bf16";
  relate(report);
  EXPECT_DOUBLE_EQ(*report.rows[0].of_library, 0.5);
  EXPECT_DOUBLE_EQ(*report.rows[1].of_library, 0.6);
  EXPECT_FALSE(report.rows[2].of_library);
}

TEST(Relate, KeepsProcessorsApart) {
  BenchReport report;
  report.rows = {row(256, "01 cpu_loop", BenchKind::solution, 1),
                 row(256, "02 naive_kernel", BenchKind::solution, 2),
                 row(256, "multiply-adds alone", BenchKind::peak, 4)};
  report.rows[0].on_gpu = false;
  relate(report);
  EXPECT_FALSE(report.rows[0].of_peak);
  EXPECT_FALSE(report.rows[1].step);
}

TEST(BenchText, ShowsATableForEachSize) {
  EXPECT_EQ(bench_text(sample_bench()), R"(
m=n=k=1024, TFLOP/s     median     range   step  peak cuBLAS
03 tiled_kernel           8.00   7.2-8.8

m=n=k=2048, TFLOP/s     median     range   step  peak cuBLAS
02 naive_kernel           5.00   4.5-5.5         10 %   12 %   12-12
02 yours                  4.00   3.6-4.4  0.80x   8 %   10 %   10-10
03 tiled_kernel          10.00      9-11  2.00x  20 %   25 %   25-25
cuBLAS, fp32             40.00     36-44         80 %  100 %
multiply-adds alone      50.00     45-55        100 %  125 % 125-125

The step of yours is the one from the lab's solution.
)");
}

TEST(BenchText, ShowsTheRangeOfTheRatiosInEachRound) {
  BenchReport report;
  report.rows = {row(64, "14 dispatch", BenchKind::solution, 10),
                 row(64, "cuBLAS, fp32", BenchKind::other, 10)};
  report.rows[0].rounds = {9e12, 10e12, 12e12};
  report.rows[1].rounds = {10e12, 10e12, 10e12};
  relate(report);
  EXPECT_THAT(bench_text(report), HasSubstr(" 100 %  90-120\n"));
}

TEST(BenchText, FitsATerminalOfSixtyColumnsWithoutThoseRanges) {
  EXPECT_EQ(bench_text(sample_bench(), 80), bench_text(sample_bench()));
  const std::string text = bench_text(sample_bench(), 60);
  EXPECT_THAT(text, HasSubstr("\ncuBLAS, fp32         40.00     36-44         80 %  100 %\n"));
  EXPECT_THAT(text, HasSubstr("\n02 naive_kernel       5.00   4.5-5.5         10 %   12 %\n"));
}

TEST(BenchText, WidensTheColumnOfRangesIfOneIsLong) {
  BenchReport report;
  report.rows = {row(64, "01 a", BenchKind::solution, 1), row(64, "02 b", BenchKind::solution, 1)};
  report.rows[0].rounds = {1.0125e11, 1.0237e12};
  relate(report);
  EXPECT_EQ(bench_text(report),
            "\n"
            "m=n=k=64, TFLOP/s       median      range   step\n"
            "01 a                      1.00 0.101-1.02\n"
            "02 b                      1.00    0.9-1.1  1.00x\n");
}

TEST(BenchText, NamesAllExtentsIfTheyDiffer) {
  BenchReport report;
  report.rows = {row(64, "14 dispatch", BenchKind::solution, 10)};
  report.rows[0].size = {4097, 1023, 2500, ""};
  EXPECT_THAT(bench_text(report), HasSubstr("\n4097x1023x2500, TFLOP/s "));
  EXPECT_THAT(bench_csv(report), HasSubstr("\n4097x1023x2500,\"14 dispatch\""));
  EXPECT_THAT(bench_json(report), HasSubstr("\"size\": \"4097x1023x2500\""));
}

TEST(BenchText, ShowsGflopsOfTheCpu) {
  BenchReport report;
  report.rows = {row(256, "i-j-k loop", BenchKind::other, 0.001),
                 row(256, "01 cpu_loop", BenchKind::solution, 0.01)};
  for (BenchRow& each : report.rows) {
    each.on_gpu = false;
  }
  relate(report);
  EXPECT_EQ(bench_text(report),
            "\n"
            "m=n=k=256, GFLOP/s      median     range   step\n"
            "i-j-k loop                1.00   0.9-1.1\n"
            "01 cpu_loop              10.00      9-11 10.00x\n");
}

TEST(BenchCsv, HasALineForEachRow) {
  const std::string csv = bench_csv(sample_bench());
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 7);
  EXPECT_THAT(csv, HasSubstr("2048,\"03 tiled_kernel\",03,solution,10000.00,9000.00,11000.00,"
                             "2.0000,,0.2000,0.2500\n"));
}

TEST(BenchJson, SaysWhatIsNotThere) {
  const std::string json = bench_json(sample_bench());
  EXPECT_THAT(json, HasSubstr("\"schema\": \"gemmlab.bench/1\""));
  EXPECT_THAT(json, HasSubstr("\"of_library\": null"));
  EXPECT_THAT(json, HasSubstr("\"copy_gbytes_per_second\": 4000.0"));
}

TEST(BenchPlot, DrawsTheLargestSizeAndTheRoofline) {
  const std::string plot = bench_plot(sample_bench(), "it's.svg");
  EXPECT_THAT(plot, HasSubstr("set output 'it''s.svg'"));
  EXPECT_THAT(plot, HasSubstr("'A \"GPU\" of Bob''s, nvcc 13.0'"));
  EXPECT_THAT(plot, HasSubstr("peak = 50\nbandwidth = 4\n"));
  EXPECT_THAT(plot, HasSubstr("\"03 tiled_kernel\"\n"));
  EXPECT_THAT(plot, Not(HasSubstr("8.0000")));  // the smaller size
}

TEST(BenchPlot, HasNoRooflineWithoutAGpu) {
  BenchReport report = sample_bench();
  report.copy_bytes_per_second = 0;
  EXPECT_THAT(bench_plot(report, "x.svg"), Not(HasSubstr("roofline")));
}

}  // namespace
}  // namespace gemmlab
