// Which lines of a step readers see before they predict.
#include "grader/cli/study/changed_lines.h"

#include <gmock/gmock.h>

#include <vector>

#include "grader/report/text.h"

namespace gemmlab {
namespace {

using testing::ElementsAre;

TEST(ChangedLines, AreThoseOfTheCodeInTheOrderOfADiff) {
  EXPECT_THAT(
      changed_lines("int a = 1;\nint b = 2;\nint c = 3;\n", "int a = 1;\nint b = 4;\nint c = 3;\n"),
      ElementsAre(ChangedLine{'-', "int b = 2;"}, ChangedLine{'+', "int b = 4;"}));
  EXPECT_THAT(changed_lines("", "f();\n  g();\n"),
              ElementsAre(ChangedLine{'+', "f();"}, ChangedLine{'+', "  g();"}));
}

TEST(ChangedLines, DoNotTellWhatCommentsTell) {
  EXPECT_TRUE(changed_lines("// Step 1: slow.\nint a = 1;  // as before\n", "int a = 1;  // fast\n")
                  .empty());
  EXPECT_THAT(changed_lines("", "f(\"//\", 1);  // this\n"),
              ElementsAre(ChangedLine{'+', "f(\"//\", 1);"}));
}

TEST(ChangedLines, LeaveOutBracesHeadersAndIndentation) {
  EXPECT_TRUE(changed_lines("f();\n", "#include <cmath>\n\n{\n  f();\n}\n").empty());
}

TEST(ChangedLines, AreShownFoldedWithoutTheirCommonIndentation) {
  const std::vector<ChangedLine> lines{
      {'-', "    sum += a;"}, {'+', "      total = first + second + third;"}, {'+', "    last();"}};
  EXPECT_EQ(shown_lines(lines, 2, 27),
            "  - sum += a;\n"
            "  +   total = first +\n"
            "        second + third;\n");
  EXPECT_EQ(shown_lines({}, 12, 80), "");
}

TEST(ChangedLines, AreNotThoseOfAKernelWithAnotherName) {
  EXPECT_TRUE(changed_lines("one_kernel<<<1, 2>>>(a);", "other_kernel<<<1, 2>>>(a);").empty());
}

TEST(ChangedLines, ThatOnlyStandElsewhereCanBeLeftOut) {
  EXPECT_THAT(without_moved(changed_lines("a();\nb();\nc();\n", "b();\nd();\n  a();\n")),
              ElementsAre(ChangedLine{'-', "c();"}, ChangedLine{'+', "d();"}));
  const std::vector<ChangedLine> barrier =
      changed_lines("__syncthreads();\nb();\n", "b();\n__syncthreads();\n");
  EXPECT_EQ(barrier.size(), 2u);
  EXPECT_EQ(without_moved(barrier), barrier);
  EXPECT_THAT(own_lines("f();  // now\n"), ElementsAre(ChangedLine{' ', "f();"}));
}

TEST(TheCore, IsWhatIsNewFromTheFirstLoopOn) {
  const std::vector<ChangedLine> lines{{'-', "for (;;) old();"},
                                       {'+', "int a;"},
                                       {'+', "  while (a) {"},
                                       {'-', "b();"},
                                       {'+', "c();"}};
  EXPECT_THAT(core_of(lines), ElementsAre(lines[2], lines[4]));
  EXPECT_THAT(core_of({lines[1]}), ElementsAre(lines[1]));
}

}  // namespace
}  // namespace gemmlab
