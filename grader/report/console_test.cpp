#include "grader/report/console.h"

#include <gtest/gtest.h>

#include "grader/core/facts/check.h"
#include "grader/core/facts/fact.h"
#include "grader/report/sample_result.h"
#include "grader/report/sample_terminal.h"

namespace gemmlab {
namespace {

const Terminal kColored{.live = true, .color = true, .width = 80};

ConsoleOptions with_source(const Terminal& terminal) {
  return {terminal, [](const std::string&) {
            return std::string("one();\nload(a_tile);\nfor (;;) {\n  sum += a_tile[1];\n}\n");
          }};
}

TEST(Console, TellsOfAPassedLabInTwoLines) {
  EXPECT_EQ(console_report(passed_lab(), {kPlain, {}}),
            "02 naive_kernel         PASSED               80/80   20 not graded: no GPU\n"
            "   at 128x128x128: 131072 load requests, 2.0 sectors each, 4.02 bytes per FLOP\n");
}

TEST(Console, TellsWhatFailedWhereWhyAndWhatToRead) {
  LabResult lab = failed_lab();
  lab.checks.push_back(passed(planned_check("reuse", 20)));
  EXPECT_EQ(console_report(lab, with_source(kPlain)),
            "03 tiled_kernel         RACE                 20/100\n"
            "\n"
            "  failed values 64x128x96, 0 of 20 points: RACE\n"
            "    thread (1,0) of block (0,0) writes a_tile[0][1], which thread (0,0) reads at\n"
            "    line 9. There is no __syncthreads() between the two accesses.\n"
            "\n"
            "    labs/03_tiled_kernel/kernel.cu:4: RACE\n"
            "       1 | one();\n"
            "       2 | load(a_tile);\n"
            "         | ^~~~~~~~~~~~~\n"
            "       3 | for (;;) {\n"
            "       4 |   sum += a_tile[1];\n"
            "         |   ^~~~~~~~~~~~~~~~~\n"
            "    also failed: values 64x64x64\n"
            "    read next: ./gemmlab hint 3.2\n"
            "\n"
            "  your program printed:\n"
            "    | tile 0\xEF\xBF\xBD\n");
}

TEST(Console, CountsNoPointsForAStep) {
  LabResult step = failed_lab();
  step.checks.push_back(passed(planned_check("reuse", 20)));
  step.id = "00.3";
  step.slug = "00_first_kernels/03_guard";
  const std::string report = console_report(step, with_source(kPlain));
  EXPECT_EQ(report.substr(0, report.find('\n')), "00.3 guard              RACE");
  EXPECT_EQ(report.find("points"), std::string::npos) << report;
  Result result;
  result.labs = {step};
  EXPECT_EQ(console_summary(result, kPlain), "0 of 1 labs passed\n");
}

TEST(Console, SaysWhyNothingCouldBeGraded) {
  EXPECT_EQ(console_report(ungradable_lab(), {kPlain, {}}),
            "04 boundary_handling    NOT GRADED            0/100   100 not graded\n"
            "\n"
            "    no host compiler was found\n");
}

TEST(Console, LeavesExcerptsOfCompileErrorsToTheCompiler) {
  LabResult lab = failed_lab();
  lab.checks = {race_at(4, "compile")};
  lab.checks[0].verdict = Verdict::does_not_compile;
  const std::string report = console_report(lab, with_source(kPlain));
  EXPECT_NE(report.find("kernel.cu:4: DOES NOT COMPILE\n"), std::string::npos);
  EXPECT_EQ(report.find("for (;;)"), std::string::npos);
}

TEST(Console, ShowsThreeKindsOfFailureInFullAndNamesTheRest) {
  LabResult lab = failed_lab();
  lab.printed.clear();
  lab.checks = {race_at(1, "a"), race_at(2, "b"), race_at(3, "c"), race_at(4, "d"),
                race_at(5, "e")};
  const std::string report = console_report(lab, {kPlain, {}});
  EXPECT_NE(report.find("failed c, 0 of 20 points"), std::string::npos);
  EXPECT_EQ(report.find("failed d,"), std::string::npos);
  EXPECT_TRUE(report.ends_with("\n\n  also failed: d, e\n"));
}

TEST(Console, CountsAFailureWithoutALineAsTheSame) {
  LabResult lab = failed_lab();
  lab.checks = {race_at(4, "a"), race_at(5, "b"), race_at(6, "c")};
  lab.checks[2].places.clear();
  const std::string report = console_report(lab, {kPlain, {}});
  EXPECT_NE(report.find("failed a,"), std::string::npos);
  EXPECT_NE(report.find("also failed: c\n"), std::string::npos);
  EXPECT_NE(report.find("failed b,"), std::string::npos);
}

TEST(Console, ListsApartWhatWasNotRun) {
  LabResult lab = failed_lab();
  lab.checks = {race_at(4, "a"), race_at(4, "b"),
                not_run(planned_check("c", 20), Verdict::race, Reason::out_of_time),
                passed(planned_check("d", 20))};
  const std::string report = console_report(lab, {kPlain, {}});
  EXPECT_NE(report.find("also failed: b\n    not run then: c\n"), std::string::npos) << report;
}

TEST(Console, BeginsWithTheGravestFailure) {
  LabResult lab = failed_lab();
  lab.checks = {race_at(1, "a"), race_at(2, "b")};
  lab.checks[0].verdict = Verdict::wrong;
  const std::string report = console_report(lab, {kPlain, {}});
  EXPECT_LT(report.find("failed b, 0 of 20 points: RACE"), report.find("failed a, 0 of 20"));
}

TEST(Console, NamesNoCheckWhereAllFailedAlike) {
  LabResult lab = failed_lab();
  lab.printed.clear();
  lab.checks = {failed(planned_check("a", 20), Verdict::not_started, SkeletonUnchanged{}),
                not_run(planned_check("b", 20), Verdict::not_started, Reason::skeleton)};
  EXPECT_EQ(console_report(lab, {kPlain, {}}),
            "03 tiled_kernel         RACE                 20/100\n"
            "\n"
            "  failed: NOT STARTED\n"
            "    This is still the unchanged skeleton.\n");
}

TEST(Console, NamesChecksThatWereNotRunAfterAFailure) {
  LabResult lab = failed_lab();
  lab.checks.push_back(not_graded(planned_check("reuse", 20), Reason::simulator_counts));
  EXPECT_NE(console_report(lab, {kPlain, {}}).find("\n  not run: reuse\n"), std::string::npos);
}

TEST(Console, TakesTheStudentsEscapesOut) {
  LabResult lab = failed_lab();
  lab.source = "\x1b[2Jx.cu";
  lab.checks[0].fact = NoFile{"\x1b]0;owned\x07text\r"};
  lab.checks[0].name = "values\x1b[1m";
  EXPECT_EQ(console_report(lab, with_source(kPlain)).find_first_of("\x1b\x07\r"),
            std::string::npos);
}

TEST(Console, FitsANarrowTerminal) {
  const std::string report = console_report(failed_lab(), with_source(kNarrow));
  EXPECT_NE(
      report.find("    thread (1,0) of block (0,0) writes\n    a_tile[0][1], which thread (0,0)\n"),
      std::string::npos);
}

TEST(Console, GivesTheSpeedInASentence) {
  LabResult lab = passed_lab();
  lab.metrics.reset();
  lab.not_graded_points = 0;
  lab.speed = measured_speed();
  lab.speed->outcome = SpeedOutcome::borderline;
  EXPECT_EQ(console_report(lab, {kPlain, {}}),
            "02 naive_kernel         PASSED               80/100\n"
            "   speed 12.0 GFLOP/s at 384x384x384, borderline: 2.00x the speed of the i-j-k\n"
            "   loop is required; yours is 8.50x (8.25 to 8.75), the textbook solution's\n"
            "   9.00x on this machine. Too few measurements are below that, so it counts as\n"
            "   fast enough.\n");
}

TEST(Console, ColoursVerdictsOnlyOnAColourTerminal) {
  EXPECT_NE(console_headline(passed_lab(), kColored).find("\x1b[32mPASSED\x1b[0m"),
            std::string::npos);
  EXPECT_NE(console_headline(failed_lab(), kColored).find("\x1b[1;31mRACE\x1b[0m"),
            std::string::npos);
  EXPECT_EQ(console_headline(failed_lab(), kPlain).find('\x1b'), std::string::npos);
}

TEST(Console, HasNoColumnsWhereTheyAreTooWide) {
  EXPECT_EQ(console_headline(failed_lab(), {false, false, 50}), "03 tiled_kernel  RACE  20/100");
}

TEST(Console, ShowsSmallMatricesWhereAskedToAndWhereValuesAreWrong) {
  const std::string matrices =
      "\n  at 1x1x1:\n"
      "    A [1, 1]   B [1, 1]   your C [1, 1]   expected [1, 1]\n"
      "     2          3          5!              6\n";
  LabResult lab = failed_lab();
  lab.printed.clear();
  lab.demonstration = Demonstration{{1, 1, 1, ""}, {2}, {3}, {5}, {6}};
  EXPECT_EQ(console_report(lab, {kPlain, {}}).find(matrices), std::string::npos);
  EXPECT_TRUE(console_report(lab, {kPlain, {}, true}).ends_with(matrices));
  lab.verdict = Verdict::wrong;
  EXPECT_TRUE(console_report(lab, {kPlain, {}}).ends_with(matrices));
  lab.demonstration->c = {6};
  EXPECT_EQ(console_report(lab, {kPlain, {}}).find("your C"), std::string::npos);
}

TEST(Console, SumsUpAllLabs) {
  EXPECT_EQ(console_summary(sample_result(), kPlain),
            "1 of 3 labs passed, 100 of 280 points; 120 not graded: no GPU\n");
}

}  // namespace
}  // namespace gemmlab
