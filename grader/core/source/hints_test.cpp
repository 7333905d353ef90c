#include "grader/core/source/hints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Hints, AreReadByStep) {
  const auto steps = read_hints(
      "# Lab\n## Steps\n### 3.1\n- a step, no hint\n"
      "## Hints\nOpen them one by one.\n\n"
      "### 3.1 Load a tile\n- one\n- two\n\n### Step 3.2: use it\n* three\n\n1. four\n"
      "## Measure\n- no hint\n");
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].step, "3.1");
  EXPECT_EQ(steps[0].title, "Load a tile");
  EXPECT_THAT(steps[0].hints, ElementsAre("one", "two"));
  EXPECT_EQ(steps[1].step, "3.2");
  EXPECT_EQ(steps[1].title, "use it");
  EXPECT_THAT(steps[1].hints, ElementsAre("three", "four"));
}

TEST(Hints, JoinLinesOfAParagraphAndKeepParagraphsApart) {
  const auto steps = read_hints("## Hints\n### 3.1\n- one\n  goes on\n\n  anew\n- two\n");
  EXPECT_THAT(steps.at(0).hints, ElementsAre("one goes on\nanew", "two"));
}

TEST(Hints, KeepCodeAsItIs) {
  const auto steps = read_hints(
      "## Hints\n### 3.1\n- so:\n  ```cpp\n  for (;;) {\n    - x;\n  }\n\n  ## y\n  ```\n  done\n");
  EXPECT_THAT(steps.at(0).hints,
              ElementsAre("so:\n    for (;;) {\n      - x;\n    }\n    \n    ## y\ndone"));
}

TEST(Hints, MayBeFolded) {
  const auto steps = read_hints(
      "## Hints\n### 3.1\n\n<details><summary>Hint 1</summary>\n\n- one\n  goes "
      "on\n\n</details>\n\n"
      "<details><summary>Hint 2</summary>\n\n- two:\n  ```cpp\n  x;\n  ```\n\n</details>\n");
  EXPECT_THAT(steps.at(0).hints, ElementsAre("one goes on", "two:\n    x;"));
}

TEST(Hints, OfAPageWithoutAnyAreNone) {
  EXPECT_THAT(read_hints(""), IsEmpty());
  EXPECT_THAT(read_hints("## Hints and more\n### 3.1\n- x\n"), IsEmpty());
  EXPECT_THAT(read_hints("## Hints\n- before any step\n"), IsEmpty());
}

TEST(Hints, NameTheStepForAVerdictOrADiagnosis) {
  const auto steps = read_hints(
      "## Hints\n### 3.1 Load\n- Races are bad.\n- k0 missing? Add it.\n"
      "### 3.2 Use\n- RACE, but right? Wait.\n- Twice?\n### 3.3 Store\n- Twice, too.\n");
  EXPECT_EQ(step_that_names(steps, "RACE"), "3.2");
  EXPECT_EQ(step_that_names(steps, "K0 missing"), "3.1");
  EXPECT_EQ(step_that_names(steps, "WRONG"), "");
  EXPECT_EQ(step_that_names(steps, ""), "");
  EXPECT_EQ(step_that_names(steps, "twice"), "") << "two steps have such a hint";
}

}  // namespace
}  // namespace gemmlab
