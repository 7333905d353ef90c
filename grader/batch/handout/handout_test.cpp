// Which files a class gets, and how its pages are adapted.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "grader/batch/handout/handout.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr auto kStudents = Audience::students;

TEST(HandedOutFiles, BuildTheToolAndTeach) {
  for (const char* file :
       {"gemmlab", "meson.build", "labs/labs.table", "common/simt/shim/cuda_runtime.h",
        "grader/speed/clock_probe.cu", "grader/tests/03_tiled_kernel_test.cpp",
        "docs/03_tiled_kernel.md", "docs/first_kernels/1_one_row.cu",
        "grader/report/ci/annotate.py", "common/simt/shim/compile_flags.txt"}) {
    EXPECT_TRUE(is_copied(file, kStudents)) << file;
  }
}

TEST(HandedOutFiles, HoldNoKernelThatASolutionCouldBeReadFrom) {
  for (const char* file :
       {"solutions/03_tiled_kernel/kernel.cu", "grader/mutants/03_tiled_kernel/tile_of_four.cu",
        "grader/tests/mistakes/03_tiled_kernel/b_times_a.cu", "common/simt/tests/ladder.cu",
        "docs/studies/toward-cublas/01_wide_copies.cu", "common/simt/translate/hard_cases.cu",
        "grader/cli/end_to_end_test.py", "grader/tests/mistake_tests.cpp", "docs/architecture.md",
        "docs/for_lecturers.md", "docs/examples/02_one_block.cu", "docs/instructors.md",
        "docs/threat_model.md", "grader/upkeep/sample_course.py"}) {
    EXPECT_FALSE(is_copied(file, kStudents)) << file;
    EXPECT_FALSE(is_copied(file, Audience::autograder)) << file;
  }
}

TEST(HandedOutFiles, AreNobodysOwnWorkNorLeftovers) {
  for (const char* file : {"labs/03_tiled_kernel/kernel.cu", "build/build.ninja",
                           ".gemmlab/journal", ".git/config", "grader/core/score.cpp.orig",
                           "docs/notes.txt~", "grader/__pycache__/x.pyc", "common/module.so"}) {
    EXPECT_FALSE(is_copied(file, kStudents)) << file;
  }
}

TEST(HandedOutFiles, HoldTheRoomForClassesOnlyForTheAutograder) {
  EXPECT_FALSE(is_copied("grader/batch/record.cpp", kStudents));
  EXPECT_TRUE(is_copied("grader/batch/record.cpp", Audience::autograder));
}

std::string page(const std::string& text) {
  return handed_out_page(text, "docs/page.md",
                         [](const fs::path& file) { return file == "docs/here.md"; });
}

TEST(HandedOutPages, LinkOnlyToWhatIsThere) {
  EXPECT_EQ(page("See [this](here.md#part), [that\none](../gone.md), [web](https://a.b/).\n"),
            "See [this](here.md#part), that\none, [web](https://a.b/).\n");
}

TEST(HandedOutPages, LoseRowsAndCommandsThatNeedWhatIsWithheld) {
  EXPECT_EQ(page("| a | [x](gone.md) |\n| b | [x](here.md) |\n| c | `./gemmlab upkeep` |\n"),
            "| b | [x](here.md) |\n");
  EXPECT_EQ(page("```sh\n./gemmlab\n./gemmlab test   # all\n./gemmlab grade --solutions\n"
                 "./gemmlab grade 02 --file docs/examples/02_x.cu\n```\n"
                 "```sh\n./gemmlab upkeep\n```\n"),
            "```sh\n./gemmlab\n```\n");
}

TEST(HandedOutPages, KeepHintsButNoneThatIsCode) {
  const std::string page =
      "## Idea\n- `x = y;` is\n  an idea\n## Hints\n\n### 1.1\n\n- Think of\n  `row`.\n- So:\n"
      "  ```cpp\n  x = y;\n  ```\n  and done.\n- `c[i] = sum;`\n\n### 1.2\n- Wait.\n";
  EXPECT_EQ(without_answers(page),
            "## Idea\n- `x = y;` is\n  an idea\n## Hints\n\n### 1.1\n\n- Think of\n  `row`.\n\n"
            "### 1.2\n- Wait.\n");
}

TEST(HandedOutPages, LoseFoldedHintsThatAreCodeWithTheirFold) {
  const std::string first =
      "## Hints\n### 1.1\n<details><summary>Hint 1</summary>\n\n- Think.\n\n</details>\n";
  EXPECT_EQ(without_answers(first + "<details><summary>Hint 2</summary>\n\n- So:\n  ```cpp\n"
                                    "  x = y;\n  ```\n\n</details>\n## Why\n"),
            first + "## Why\n");
}

TEST(HandedOutPages, ShowOutputsWithoutTheSourceInThem) {
  EXPECT_EQ(without_answers("  25 |     sum += x;\n         loads a\n"),
            "  25 |     (a line of yours)\n         loads a\n");
}

TEST(HandedOutPages, SayInTheReadmeWhatIsHandedIn) {
  const std::string readme =
      handed_out_readme("# x\n<!-- labs: -->\n", [](const auto&) { return true; });
  EXPECT_THAT(readme, HasSubstr("Hand in the files"));
}

class HandoutFolder : public testing::Test {
 protected:
  HandoutFolder() { fs::create_directories(folder_ / "project"); }
  ~HandoutFolder() override { fs::remove_all(folder_); }

  std::string objection(const fs::path& to) const {
    return objection_to_folder(folder_ / to, {folder_ / "project", folder_ / "build"});
  }

  fs::path folder_ = fs::path(testing::TempDir()) / "handout_folder";
};

TEST_F(HandoutFolder, IsNewOrEmptyAndOutsideTheProject) {
  EXPECT_EQ(objection("new/class"), "");
  fs::create_directory(folder_ / "empty");
  EXPECT_EQ(objection("empty"), "");
  EXPECT_THAT(objection("project/class"), HasSubstr("inside the project"));
  EXPECT_THAT(objection("new/../project"), HasSubstr("inside the project"));
  fs::create_directory_symlink("project", folder_ / "link");
  EXPECT_THAT(objection("link/class"), HasSubstr("inside the project"));
  std::ofstream(folder_ / "empty" / "file") << "x";
  EXPECT_THAT(objection("empty"), HasSubstr("not an empty folder"));
  EXPECT_THAT(objection("empty/file"), HasSubstr("not an empty folder"));
}

// A project with one lab, and a folder for its students.
class CheckedHandout : public HandoutFolder {
 protected:
  CheckedHandout() {
    write("project/solutions/02_naive_kernel/kernel.cu",
          "// Step 2.1: store\n// >>> 2 lines\nc[row * n + col] = total;  // here\n}\n// <<<\n");
    write("project/grader/speed/race.cpp", "");
    write("class/labs/kernel.cu", "// TODO(2.1): store\n// your code: about 2 lines\n}\n");
  }

  void write(const fs::path& file, const std::string& text) const {
    fs::create_directories((folder_ / file).parent_path());
    std::ofstream(folder_ / file) << text;
  }

  HandoutCheck check() const {
    const Lab lab{"02", "naive_kernel", "kernel.cu", "One thread, one output"};
    return check_handout(folder_ / "class", {folder_ / "project", folder_ / "build"}, {lab});
  }
};

TEST_F(CheckedHandout, IsFineIfItHoldsSkeletons) {
  EXPECT_EQ(check().files, 1);
  EXPECT_THAT(check().found, IsEmpty());
}

TEST_F(CheckedHandout, NamesTheLineOfASolutionHoweverItIsIndentedOrCommented) {
  write("class/docs/page.md", "Hint\n    c[row  *  n + col] = total; // so\n");
  EXPECT_THAT(check().found,
              ElementsAre("docs/page.md: line 2 is one of a solution: c[row * n + col] = total;"));
}

TEST_F(CheckedHandout, HoldsNoTestKernelAndNothingThatIsNotLookedInto) {
  write("class/a.cu", "// verdict: RACE\n");
  write("class/.git/config", "c[row * n + col] = total;\n");
  fs::create_symlink("/etc", folder_ / "class/link");
  EXPECT_THAT(check().found,
              ElementsAre(HasSubstr(".git: a history"), HasSubstr("a.cu: a test kernel"),
                          HasSubstr("link: a link")));
  EXPECT_EQ(check().files, 2);
}

}  // namespace
}  // namespace gemmlab
