#include "grader/judge/explain/read_next.h"

#include <gtest/gtest.h>

namespace gemmlab {
namespace {

constexpr const char* kSolution =
    "// Step 3.1: load.\n// >>> 1 line\nload();\n// <<<\n"
    "// Step 3.2: use.\n// >>> 1 line\nuse();\n// <<<\n"
    "// Step 3.3: store.\n// >>> 1 line\nstore();\n// <<<\n";
constexpr const char* kText =
    "// Step 3.1: load.\n"
    "load();\n"
    "// Step 3.2: use.\n"
    "use();\n"
    "// TODO(3.3): store.\n"
    "// your code: about 1 line\n";
constexpr const char* kPage =
    "## Hints\n### 3.1\n- Look.\n### 3.2\n- RACE? A barrier is missing.\n"
    "### 3.3\n- Stored zero? After the loop.\n";

Cause stored_zero() {
  return StoredZero{};
}

std::string hint_of(const Judgement& judgement, const Account& account = {},
                    const std::string& text = kText, CheckKind kind = CheckKind::values,
                    const std::string& page = kPage) {
  const std::string textbook = kSolution;
  return StepsToRead(textbook, text, page).step_for(kind, judgement, account);
}

// The step named for one failed check.
std::string step_for(Verdict verdict, const std::vector<int>& lines,
                     const std::optional<Cause>& cause = {}, const std::string& text = kText) {
  Account account{.cause = cause};
  for (const int line : lines) {
    account.places.push_back({"", line});
  }
  return hint_of(failed({verdict, WrongValues{}}), account, text);
}

TEST(ReadNext, IsTheStepOfTheFailingLine) {
  EXPECT_EQ(step_for(Verdict::out_of_bounds, {2}), "3.1");
  EXPECT_EQ(step_for(Verdict::out_of_bounds, {4, 2}), "3.2");
}

TEST(ReadNext, IsTheOnlyStepOfAFile) {
  const std::string one = "// Step 0.3: guard.\n// >>> 1 line\nguard();\n// <<<\n";
  const std::string page = "## Hints\n### 0.2\n- RACE? The index.\n### 0.3\n- The guard.\n";
  EXPECT_EQ(StepsToRead(one, one, page)
                .step_for(CheckKind::values, failed({Verdict::race, WrongArray{}}), {}),
            "0.3");
}

TEST(ReadNext, IsNothingForALineAfterTheStepsFunction) {
  const std::string text = "// Step 3.1: load.\nload();\n}\nmatmul<<<1, 1>>>();\n";
  EXPECT_EQ(step_for(Verdict::launch_failed, {4}, {}, text), "");
}

TEST(ReadNext, IsTheLastStepForMatmulHostOnlyIfThatWasRun) {
  const auto hint_of_host = [](const Judgement& judgement) {
    return hint_of(judgement, {}, kText, CheckKind::host_entry);
  };
  EXPECT_EQ(hint_of_host(failed({Verdict::partial, WrongValues{}})), "3.3");
  EXPECT_EQ(hint_of_host(not_run(Verdict::race, Reason::matmul_wrong)), "3.2");
}

TEST(ReadNext, IsForASlowProgramTheStepWhoseHintNamesThat) {
  EXPECT_EQ(step_for(Verdict::too_slow, {2}), "");
  EXPECT_EQ(hint_of(failed({Verdict::too_slow, WrongValues{}}), {.places = {{"", 2}}}, kText,
                    CheckKind::speed, "## Hints\n### 3.1\n- Look.\n### 3.2\n- Too slow? Swap.\n"),
            "3.2");
}

TEST(ReadNext, IsOfARaceTheStepThatLacksItsBarrier) {
  EXPECT_EQ(step_for(Verdict::race, {2, 4}), "3.1");
  EXPECT_EQ(step_for(Verdict::race, {4, 2}), "3.1");
  const std::string waits =
      "// Step 3.1: load.\nload(); __syncthreads();\n// Step 3.2: use.\nuse();\n";
  EXPECT_EQ(step_for(Verdict::race, {2, 4}, {}, waits), "3.2");
  EXPECT_EQ(step_for(Verdict::race, {4, 2}, {}, waits), "3.2");
  EXPECT_EQ(step_for(Verdict::race, {1, 2}, {}, "load();\nuse();  // no sync\n"), "3.1");
  EXPECT_EQ(step_for(Verdict::race, {1, 3}, {}, "load();\n__syncthreads();\nuse();\n"), "3.2");
  EXPECT_EQ(step_for(Verdict::race, {2}), "3.1");
}

TEST(ReadNext, IsOfSeveralLinesTheOneWhoseHintNamesTheVerdict) {
  EXPECT_EQ(step_for(Verdict::wrong, {2, 4}, stored_zero()), "3.1");
  EXPECT_EQ(step_for(Verdict::uninitialised, {4}), "3.2");
}

TEST(ReadNext, IsWithoutALineTheStepWhoseHintNamesDiagnosisOrVerdict) {
  EXPECT_EQ(step_for(Verdict::wrong, {}, stored_zero()), "3.3");
  EXPECT_EQ(step_for(Verdict::race, {}), "3.2");
  EXPECT_EQ(step_for(Verdict::wrong, {}), "");
}

TEST(ReadNext, IsTheFirstOpenStepOfWhoIsNotDone) {
  EXPECT_EQ(step_for(Verdict::unfinished, {}), "3.3");
}

TEST(ReadNext, IsNothingForWhatTheCompilerOrTheClockSays) {
  EXPECT_EQ(step_for(Verdict::does_not_compile, {2}), "");
  EXPECT_EQ(step_for(Verdict::too_slow, {2}), "");
}

TEST(ReadNext, IsNothingForWhatHasNotFailed) {
  EXPECT_EQ(hint_of(passed()), "");
  EXPECT_EQ(hint_of(not_graded(Reason::no_gpu)), "");
}

}  // namespace
}  // namespace gemmlab
