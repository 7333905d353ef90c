#include "grader/report/words/check_words.h"

#include <gmock/gmock.h>

#include <set>

#include "common/facts/run_report.h"
#include "common/facts/sample_values.h"
#include "grader/core/spec.h"
#include "grader/core/verdict.h"
#include "grader/report/sample_result.h"
#include "grader/report/words/cause_words.h"

namespace gemmlab {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Check failed_with(Fact fact, Verdict verdict = Verdict::wrong) {
  return failed(planned_check("values 64x128x96", 20), verdict, std::move(fact));
}

Check wrong_values() {
  Check check = failed_with(WrongValues{InputKind::uniform, 3, 8192});
  check.shape = {64, 128, 96, ""};
  check.error_map = right_everywhere(64, 128);
  check.error_map->first = {{0, 0, 1.5f, 2.5, false}, {63, 127, 0, 7, true}};
  return check;
}

TEST(CheckWords, SayNothingOfWhatPassed) {
  EXPECT_EQ(message(passed(planned_check("values 64x128x96", 20))), "");
  EXPECT_EQ(reason(passed(planned_check("values 64x128x96", 20))), "");
}

TEST(CheckWords, HaveASentenceForEachKindOfFact) {
  std::set<std::string> said;
  for (const Fact& fact : every_fact()) {
    const std::string text = message(failed_with(fact));
    EXPECT_NE(text, "");
    EXPECT_FALSE(text.ends_with('\n')) << text;
    EXPECT_TRUE(said.insert(text).second) << text;
  }
}

TEST(CheckWords, HaveTheirOwnForEachReason) {
  std::set<std::string> said;
  for (const Reason why : all_values<Reason>()) {
    if (why == Reason::none || why == Reason::machine || why == Reason::speed_unsettled) {
      continue;
    }
    Check check = planned_check("values 64x128x96", 20);
    check.reason = why;
    EXPECT_TRUE(said.insert(reason(check)).second) << reason(check);
    EXPECT_NE(reason(check), "") << name(why);
    EXPECT_EQ(reason(check), message(check));
  }
}

TEST(CheckWords, SayOfACheckThatWasNotRunWhatKeptItFromRunning) {
  EXPECT_EQ(message(not_run(planned_check("values 1x1x1", 20), Verdict::does_not_compile,
                            Reason::nothing_to_run)),
            "not run: there is nothing to run");
  const auto after_wrong_values = [](const char* name, CheckKind kind) {
    Check check = planned_check(name, 20);
    check.kind = kind;
    return reason(not_run(check, Verdict::wrong, Reason::values_wrong));
  };
  EXPECT_EQ(after_wrong_values("speed", CheckKind::speed), "not timed: the values are not right");
  EXPECT_EQ(after_wrong_values("coalesced accesses", CheckKind::evidence),
            "not examined: the values are not right");
}

TEST(CheckWords, LeaveAMachinesProblemToItsRoom) {
  EXPECT_EQ(reason(not_graded(planned_check("file", 20), Reason::machine, "no space is left")),
            "no space is left");
}

TEST(CheckWords, SayWhySpeedHasNoOutcome) {
  Check check = not_graded(planned_check("speed", 20), Reason::speed_unsettled);
  check.fact = SpeedNotJudged{{Verdict::not_graded, MachineProblem{"something else used the GPU"}}};
  EXPECT_EQ(reason(check), "something else used the GPU");
  EXPECT_EQ(message(failed_with(SpeedNotJudged{{Verdict::too_slow, FoundWrong{"it works on"}}},
                                Verdict::too_slow)),
            "The speed cannot be graded: it works on.");
}

TEST(CheckWords, ShowWrongElementsWithTheirValuesAndAMap) {
  const std::string text = message(wrong_values());
  EXPECT_THAT(text, StartsWith("3 of 8192 elements of C are wrong at m = 64, n = 128, k = 96 "
                               "(random input).\n"
                               "  C[0][0] is 1.5, expected 2.5\n"
                               "  C[63][127] was never written, expected 7\n"
                               "  ...\n"));
  EXPECT_THAT(text, HasSubstr("one symbol per"));
  EXPECT_THAT(message(wrong_values(), {.with_map = false}), Not(HasSubstr("one symbol per")));
}

TEST(CheckWords, NameTheLikelyCauseWhereTheValuesAreTheComplaint) {
  Check check = wrong_values();
  check.cause = sample_cause();
  const std::string cause = sentence(*check.cause);
  EXPECT_THAT(message(check), HasSubstr("\nLikely cause: " + cause + "\n"));
  Check race = race_at(4, "values 64x128x96");
  race.cause = sample_cause();
  EXPECT_THAT(message(race), testing::EndsWith("\nThe values suggest: " + cause));
  Check unfinished = failed_with(NeverWritten{}, Verdict::unfinished);
  unfinished.cause = sample_cause();
  EXPECT_THAT(message(unfinished), Not(HasSubstr(cause)));
}

TEST(CheckWords, NameACallThatFailedRatherThanWhatTheValuesSay) {
  Check check = wrong_values();
  check.cause = sample_cause();
  check.failed_call = ApiError{.error = "cudaErrorInvalidValue",
                               .text = "invalid argument",
                               .call = "cudaMemcpy",
                               .launch = {},
                               .cause = {},
                               .at = {}};
  EXPECT_THAT(message(check), HasSubstr("\nLikely cause: cudaMemcpy failed: invalid argument "
                                        "(cudaErrorInvalidValue).\n"));
  EXPECT_THAT(message(check), Not(HasSubstr(sentence(*check.cause))));
}

TEST(CheckWords, TellOfRoundingWhereNoCauseIsKnown) {
  Check check = wrong_values();
  check.verdict = Verdict::low_precision;
  EXPECT_THAT(message(check), HasSubstr("fewer bits than the 24 of fp32"));
  check.cause = sample_cause();
  EXPECT_THAT(message(check), Not(HasSubstr("fewer bits")));
}

TEST(CheckWords, AddWhatTheCompilerWarnsOf) {
  Check check = wrong_values();
  check.warnings = {{7, "'sum' may be used uninitialized", false}};
  EXPECT_THAT(message(check),
              testing::EndsWith("\nThe compiler warns about line 7: 'sum' may be used "
                                "uninitialized. That may be the cause."));
}

TEST(CheckWords, NameTheLineToChange) {
  Check check = wrong_values();
  check.changes = {{7, "row * n", "row * k"}, {9, "kTile", "kStep", 2}};
  EXPECT_THAT(
      message(check),
      HasSubstr("\nLook at line 7: with `row * k` in place of `row * n`, each shape that was tried "
                "is right.\nOr at line 9: with `kStep` in place of `kTile` at 2 places from there "
                "on, each shape "
                "that was tried is right."));
}

TEST(CheckWords, KeepAChangeToThemselvesIfAsked) {
  Check check = wrong_values();
  check.changes = {{7, "row * n", "row * k"},
                   {9, "k / T", "(k + T - 1) / T", 1, ChangeKind::rounded_up}};
  const std::string said = message(check, {.repairs = Repairs::hidden});
  EXPECT_THAT(said, HasSubstr("\nLook at line 7: a small change there makes each shape"));
  EXPECT_THAT(said, HasSubstr("\nOr at line 9: a division of integers rounds down"));
  EXPECT_THAT(said, testing::AllOf(Not(HasSubstr("row * k")), Not(HasSubstr("T - 1"))));
}

TEST(CheckWords, SayWhereItWasSeen) {
  Check on_gpu = wrong_values();
  on_gpu.only_on_gpu = true;
  EXPECT_THAT(message(on_gpu), StartsWith("On the GPU: 3 of 8192"));
  EXPECT_THAT(message(on_gpu), HasSubstr("The simulator found nothing wrong"));
  Check host = wrong_values();
  host.kind = CheckKind::host_entry;
  EXPECT_THAT(message(host), StartsWith("matmul_host: 3 of 8192"));
  host.fact = HostEntryFault{};
  EXPECT_THAT(message(host), StartsWith("Step 2.3 is missing: the file defines no extern \"C\""));
}

TEST(CheckWords, NameTheHeaderWithoutWhichNothingIsFound) {
  EXPECT_THAT(message(failed_with(NoMatmul{})), HasSubstr("defines no extern \"C\" function"));
  EXPECT_THAT(message(failed_with(NoMatmul{true})), HasSubstr("#include <gemmlab/matmul.h>"));
}

TEST(CheckWords, GiveTheReasonOfAChange) {
  Check check = failed_with(WrongValues{});
  check.changes = {{8, "float b[T];", "__shared__ float b[T];", 1, ChangeKind::shared},
                   {14, "sum = 0.0f;", "sum = 0", 1, ChangeKind::set_once}};
  check.warnings = {{23, "'sum' may be used uninitialized"}};
  EXPECT_THAT(message(check),
              AllOf(HasSubstr("each thread has an array of its own"),
                    HasSubstr("Or at line 14: `sum = 0.0f;` does away with what was added"),
                    Not(HasSubstr("uninitialized"))));
}

TEST(CheckWords, CountThreadsWhereTheOutputsAreManyTimesAsMany) {
  LimitMissed few{Evidence::Kind::threads_per_output_at_least, 1.0 / 32, 1.0 / 16, 512};
  few.counted_at = {128, 128, 128, ""};
  EXPECT_THAT(message(failed_with(few, Verdict::misses_the_point)),
              HasSubstr("512 threads computed the 16384 elements"));
  few.threads = 1;
  EXPECT_NE(message(failed_with(few)).find("1 thread computed the"), std::string::npos);
}

TEST(CheckWords, SayWhereItWasCountedIfNotWhereTheReportsCountsAreFrom) {
  for (const auto kind :
       {Evidence::Kind::shared_loads_per_fma_at_most, Evidence::Kind::sectors_over_ideal_at_most}) {
    LimitMissed miss{kind, 2, 1.5, 0, {128, 128, 128, ""}, false};
    EXPECT_THAT(message(failed_with(miss)), Not(HasSubstr("counted at")));
    miss.counted_at = {960, 960, 192, ""};
    miss.elsewhere = true;
    EXPECT_THAT(message(failed_with(miss)), HasSubstr("(counted at 960 x 960 x 192)"));
  }
}

TEST(CheckWords, TellWhatLittleIsInSharedMemoryFromNothing) {
  LimitMissed miss{Evidence::Kind::uses_shared_memory, 0, 1};
  EXPECT_THAT(message(failed_with(miss)), HasSubstr("passes nothing through shared memory"));
  miss.value = 0.5;
  EXPECT_THAT(message(failed_with(miss)), HasSubstr("passes too little through shared memory"));
}

TEST(CheckWords, HaveASentenceForEachLimit) {
  for (const EvidenceKind kind : all_values<EvidenceKind>()) {
    EXPECT_GT(message(failed_with(LimitMissed{kind, 2, 1})).size(), 20u) << name(kind);
  }
}

TEST(CheckWords, SayWhatKernelsCannotHaveDone) {
  using Missing = ComputedElsewhere::Missing;
  EXPECT_THAT(message(failed_with(ComputedElsewhere{Missing::launch})),
              HasSubstr("No kernel was launched: C was computed without the GPU"));
  EXPECT_THAT(message(failed_with(ComputedElsewhere{Missing::stores, 0, 65536})),
              HasSubstr("The kernels stored 0 bytes, but C has 65536"));
  EXPECT_THAT(message(failed_with(ComputedElsewhere{Missing::loads, 12, 65536})),
              HasSubstr("The kernels loaded 12 bytes, but A and B have 65536"));
  EXPECT_THAT(message(failed_with(ComputedElsewhere{Missing::on_host})),
              HasSubstr("C depends on what the host reads from the device"));
}

TEST(SpeedReason, IsTheMeasurementElseWhyThereIsNone) {
  LabResult lab = passed_lab();
  EXPECT_THAT(speed_reason(lab), StartsWith("no GPU: "));
  lab.checks[1] = not_run(planned_check("speed", 20), Verdict::wrong, Reason::values_wrong);
  EXPECT_EQ(speed_reason(lab), "the values are not right");
  lab.speed = measured_speed();
  EXPECT_THAT(speed_reason(lab), StartsWith("2.00x the speed of the i-j-k loop is required; yours "
                                            "is 8.50x"));
  lab.speed.reset();
  EXPECT_EQ(speed_reason(lab), "");
}

TEST(NotCountedWords, AreThereForEachVerdict) {
  LabResult lab = passed_lab();
  for (const Verdict verdict : all_values<Verdict>()) {
    lab.verdict = verdict;
    EXPECT_NE(why_not_counted(lab), "") << name(verdict);
  }
}

}  // namespace
}  // namespace gemmlab
