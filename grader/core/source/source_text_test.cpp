#include "grader/core/source/source_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr std::string_view kSolution = R"(void f() {
  int x = 0;
    // Step 3.1: x must be one,
    // and stay so.
    // >>> 2 lines
    x = 1;
    keep(x);
    // <<<

  // Step 3.2: then return.
  // >>> 1 line
  return;
  // <<<
}
)";

constexpr std::string_view kSkeleton = R"(void f() {
  int x = 0;
    // TODO(3.1): x must be one,
    // and stay so.
    // your code: about 2 lines

  // TODO(3.2): then return.
  // your code: about 1 line
}
)";

TEST(SkeletonOf, ReplacesGapsAndKeepsEverythingElse) {
  EXPECT_EQ(skeleton_of(kSolution), kSkeleton);
}

TEST(SkeletonOf, LeavesTextWithoutGapsAlone) {
  EXPECT_EQ(skeleton_of("int a;\n\n// Step by step: a comment\n"),
            "int a;\n\n// Step by step: a comment\n");
  EXPECT_EQ(skeleton_of(""), "");
}

TEST(SkeletonOf, LetsTwoStepsShareAGap) {
  EXPECT_EQ(skeleton_of("// Step 1.1: one.\n// Step 1.2: two.\n// >>> 1 line\nx\n// <<<\n"),
            "// TODO(1.1): one.\n// TODO(1.2): two.\n// your code: about 1 line\n");
}

void expect_failure(std::string_view solution, const char* message) {
  EXPECT_THAT([&] { skeleton_of(solution); },
              ThrowsMessage<std::runtime_error>(HasSubstr(message)));
}

TEST(SkeletonOf, NamesTheLineWhereMarkersDoNotPair) {
  expect_failure("// Step 1.1: x\n// >>> 1 line\nx\n", "line 2: this gap is never closed");
  expect_failure("x\n// <<<\n", "line 2: a gap closes here");
  expect_failure("// Step 1.1: x\n// >>> 1 line\n// >>> 1 line\n// <<<\n", "line 3: a gap opens");
}

TEST(SkeletonOf, WantsAStepForEachGapAndAGapForEachStep) {
  expect_failure("int x;\n// >>> 1 line\nx\n// <<<\n", "line 2: no \"// Step");
  expect_failure("// Step 1.1: x\nint x;\n", "line 2: a step is described");
  expect_failure("// Step 1.1: x\n", "line 1: the last step has no gap");
}

TEST(StepsOf, FindsTheSameStepsInSolutionAndSkeleton) {
  EXPECT_THAT(steps_of(kSolution), ElementsAre("3.1", "3.2"));
  EXPECT_THAT(steps_of(kSkeleton), ElementsAre("3.1", "3.2"));
}

TEST(StepsOf, TakesOnlyNumberedSteps) {
  EXPECT_THAT(steps_of("// Step one: x\n// Step 3: x\n// TODO(me): x\n// TODO(12.34): x\n"),
              ElementsAre("12.34"));
}

TEST(WithoutMarks, LeavesNothingOfAGapButItsComment) {
  const std::string solution = "  // Step 3.1: load.\n  // >>> 1 line\n  x = 1;\n  // <<<\n";
  const std::string same = "  // Step 3.1: load.\n  x = 1;\n";
  EXPECT_EQ(without_marks(solution), same);
  EXPECT_EQ(without_marks("  // TODO(3.1): load.\n  // your code: about 1 line\n  x = 1;\n"), same);
  EXPECT_EQ(without_marks("  // Step 3.1: load.\n  x = 1;"), same);
  EXPECT_EQ(without_marks(""), "");
}

TEST(OpenSteps, AreThoseStillMarked) {
  EXPECT_EQ(open_steps_of("// Step 3.1: done.\n// TODO(3.2): to do.\n// your code: about 1 line\n"),
            std::vector<std::string>{"3.2"});
}

TEST(OpenSteps, AreNotThoseWhoseDescriptionWasLeftStanding) {
  EXPECT_EQ(
      open_steps_of("// TODO(3.1): load\n// tiles.\nload();\n"
                    "// TODO(3.2): use,\n// TODO(3.3): store.\n  // your code: about 3 lines\n"),
      (std::vector<std::string>{"3.2", "3.3"}));
}

TEST(StepAt, IsTheLastStepBeforeTheLine) {
  const std::string source =
      "void f() {\n"
      "  // Step 3.1: load.\n"
      "  load();\n"
      "  // TODO(3.2): use.\n"
      "}\n";
  EXPECT_EQ(step_at(source, 1), "");
  EXPECT_EQ(step_at(source, 3), "3.1");
  EXPECT_EQ(step_at(source, 5), "3.2");
  EXPECT_EQ(step_at("int main() {}\n", 1), "");
  EXPECT_EQ(step_at("// TODO(1.1): a.\n// more\n\n// TODO(1.2): b.\nint main() {}\n", 5), "1.1");
}

}  // namespace
}  // namespace gemmlab
