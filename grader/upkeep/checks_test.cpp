// The rules for a well-formed course, in small courses that break one rule each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "grader/upkeep/sample_course_files.h"

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST_F(CourseTest, AWellFormedOneHasNoProblems) {
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(CourseTest, TheTableOfFiguresIsTheModels) {
  EXPECT_THAT(course().text("docs/model.md"), HasSubstr("| 37.5 | 37.5 GFLOP/s | agrees |"));
  EXPECT_THAT(write_derived(course()), IsEmpty());  // already written
  write_with("docs/model.md", course().text("docs/model.md"), "| 37.5 GFLOP/s |",
             "| 36.5 GFLOP/s |");
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("docs/model.md: its figures must match")));
  EXPECT_THAT(write_derived(course()), ElementsAre("docs/model.md"));
  EXPECT_THAT(problems(), IsEmpty());
  write("docs/model.md", "# Model\n");
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("between two marks")));
  EXPECT_THROW(write_derived(course()), std::runtime_error);
}

TEST_F(CourseTest, HasAClosedRoot) {
  write("notes.md", "");
  EXPECT_THAT(problems(),
              ElementsAre(HasSubstr("notes.md: the root may contain only LICENSE, README.md")));
  Course with_own = course();
  with_own.students_own = [](const fs::path& file) { return file == "notes.md"; };
  EXPECT_THAT(check_root(with_own), IsEmpty());
  fs::remove(root_ / "notes.md");
  write(".hidden/file", "");
  write("out/meson-private/file", "");
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(CourseTest, MissesEachFileOfALab) {
  for (const char* file : {"docs/01_one.md", "grader/tests/01_one_test.cpp",
                           "labs/01_one/kernel.cpp", "solutions/01_one/kernel.cpp"}) {
    fs::rename(root_ / file, root_ / "away");
    EXPECT_THAT(check_files(course()), ElementsAre(testing::Field(&Problem::file, file)));
    fs::rename(root_ / "away", root_ / file);
  }
}

TEST_F(CourseTest, WantsAWrongAndARightMutantForEachLab) {
  fs::remove(root_ / "grader/mutants/01_one/wrong.cpp");
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("at least one wrong kernel")));
  write("grader/mutants/01_one/wrong.cpp", "// verdict: WRNOG\n");
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("wrong.cpp: a kernel here must state"),
                                      HasSubstr("at least one wrong kernel")));
  fs::remove_all(root_ / "grader/mutants/01_one");
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("at least one wrong kernel"),
                                      HasSubstr("at least one right but unusual kernel")));
}

TEST_F(CourseTest, SaysOnceThatALabHasNoRow) {
  write("solutions/02_two/kernel.cpp", kSolution);
  write("docs/02_two.md", "# Two\n");
  write("grader/tests/02_two_test.cpp", "spec");
  EXPECT_THAT(
      problems(),
      ElementsAre("labs/labs.table: every lab must have a row, but 02_two has none (there is "
                  "solutions/02_two, grader/tests/02_two_test.cpp, docs/02_two.md)"));
}

TEST_F(CourseTest, DerivesTheListsOfTheReadme) {
  const std::string readme = course().text("README.md");
  EXPECT_THAT(readme, HasSubstr("| [01](docs/01_one.md) | The first | [labs/01_one/kernel.cpp]("));
  EXPECT_THAT(readme, HasSubstr("\nsudo apt-get install g++ libx-dev\n"));
  write_with("README.md", readme, "libx-dev", "liby-dev");
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("README.md: its packages must match")));
  write("gemmlab", "#!/bin/sh\n");
  EXPECT_THROW(write_derived(course()), std::runtime_error);
}

TEST_F(CourseTest, FollowsLinksToFilesAndHeadings) {
  write("docs/good.md",
        "# A page\n[a](#a-page) [b](../README.md#all) [c](https://x.y/#z) `labs/`\n");
  EXPECT_THAT(problems(), IsEmpty());
  write("docs/good.md", "# A page\n\n[a](#a-pag)\n[b](README.md)\n`grader/none.cpp`\n");
  EXPECT_THAT(problems(),
              ElementsAre(HasSubstr("line 3: a link must lead to a heading, but docs/good.md"),
                          HasSubstr("line 4: a link must lead to a file"),
                          HasSubstr("line 5: a page may only name existing files")));
}

TEST_F(CourseTest, KnowsTheCommandsThatPagesName) {
  write(
      "docs/good.md",
      "`./gemmlab` or `./gemmlab grade 01 --shape 1,2,3`\n\n    ./gemmlab test --any  # one -x\n");
  EXPECT_THAT(problems(), IsEmpty());
  write("docs/good.md",
        "`./gemmlab gradd`\n```sh\n./gemmlab grade --shap 1; ./gemmlab grade --help\n```\n");
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("line 1: ./gemmlab: there is no command gradd"),
                                      HasSubstr("line 3: ./gemmlab: grade has no option --shap")));
}

TEST_F(CourseTest, ReadsWhatEditorsRead) {
  const fs::path tasks = ".vscode/tasks.json";
  write(tasks, "// tasks\n{\"tasks\": [{\"command\": \"./gemmlab\", \"args\": [\"grade\"]}]}\n");
  EXPECT_THAT(problems(), IsEmpty());
  write_with(tasks, course().text(tasks), "grade", "grad");
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("there is no command grad")));
  write_with(tasks, course().text(tasks), "]}]}", "]},]}");
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("it must be JSON with comments, but")));
}

TEST_F(CourseTest, FindsStrayFilesAndFolders) {
  write("labs/01_one/notes.txt", "");
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("labs/01_one/notes.txt: only kernel.cpp may")));
  fs::rename(root_ / "labs/01_one/notes.txt", root_ / "solutions/02_two");
  EXPECT_THAT(problems(),
              ElementsAre(HasSubstr("labs/labs.table: every lab must have a row, but 02_two")));
}

TEST_F(CourseTest, SeesASkeletonThatWasEdited) {
  write("labs/01_one/kernel.cpp", kSolution);
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("labs/01_one/kernel.cpp: a skeleton must match")));
}

TEST_F(CourseTest, LeavesStudentsTheirFiles) {
  write("labs/01_one/kernel.cpp", kSolution);
  write("labs/01_one/notes.txt", "");
  auto mine = course();
  mine.students_own = [](const fs::path& file) { return *file.begin() == "labs"; };
  EXPECT_THAT(check_course(mine), IsEmpty());
}

TEST_F(CourseTest, SeesMarkersThatDoNotPair) {
  write_with("solutions/01_one/kernel.cpp", kSolution, "  // <<<\n}", "}");
  EXPECT_THAT(check_skeletons(course()),
              ElementsAre(testing::Field(&Problem::rule, HasSubstr("line 3"))));
  EXPECT_THROW(write_skeletons(course()), std::runtime_error);
}

TEST_F(CourseTest, WritesSkeletonsThatDifferAndOnlyThose) {
  const auto good = course().text("labs/01_one/kernel.cpp");
  EXPECT_THAT(write_skeletons(course()), IsEmpty());
  fs::remove_all(root_ / "labs/01_one");
  EXPECT_THAT(write_skeletons(course()), ElementsAre("labs/01_one/kernel.cpp"));
  EXPECT_EQ(course().text("labs/01_one/kernel.cpp"), good);
}

TEST_F(CourseTest, CountsTheLinesOfAGap) {
  const fs::path solution = "solutions/01_one/kernel.cpp";
  write_with(solution, kSolution, ">>> 3 lines", ">>> 4 lines");
  write_skeletons(course());
  EXPECT_THAT(problems(),
              ElementsAre(HasSubstr("line 3: a gap must state its length, but it states 4")));
  write_with(solution, kSolution, "  int x = 1;\n", "");
  write_with(solution, course().text(solution), ">>> 3 lines", ">>> 2 lines");
  write_skeletons(course());
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("line 3: a gap must have 3 to 15 lines")));
}

TEST_F(CourseTest, WantsAGap) {
  write("solutions/01_one/kernel.cpp", "int x;\n");
  EXPECT_THAT(check_gaps(course()),
              ElementsAre(testing::Field(&Problem::rule, HasSubstr("this one has 0"))));
}

TEST_F(CourseTest, WantsThePagesSectionsInOrder) {
  write_with("docs/01_one.md", kPage, "## Idea\n", "");
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("has Goal, Steps, Hints")));
  write_with("docs/01_one.md", kPage, "## Measure\n## Why\n", "## Why\n## Measure\n");
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("Hints, Why, Measure")));
}

TEST_F(CourseTest, WantsEachStepDescribedAndHinted) {
  write_with("docs/01_one.md", kPage, "### 1.1 be right", "### 1.3 be right");
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("below Steps, each step")));
  write_with("docs/01_one.md", kPage, "### 1.1\n- think\n", "");
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("below Hints, each step")));
  write_with("docs/01_one.md", kPage, "- think", "think");
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("hint 1.1 must have bullets")));
}

}  // namespace
}  // namespace gemmlab
