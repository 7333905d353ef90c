#include <gmock/gmock.h>

#include <filesystem>

#include "grader/cli/context.h"
#include "grader/cli/sample_course.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class Overview : public SampleCourse {};
class Hint : public SampleCourse {};
class Reset : public SampleCourse {};
class Solution : public SampleCourse {};

TEST_F(Overview, SendsABeginnerToTheFirstPageAndFile) {
  EXPECT_EQ(run({}), 0);
  EXPECT_EQ(out(),
            "0 of 2 labs passed, 0 points\n\n"
            "  > 01  The CPU loop             not graded yet\n"
            "    02  One each                 not graded yet\n\n"
            "next: edit labs/01_cpu_loop/kernel.cpp, then ./gemmlab grade 01\n"
            "      read first: docs/01_cpu_loop.md\n"
            "All commands: ./gemmlab --help\n");
}

TEST_F(Overview, SendsWhoFailedBackToThatLab) {
  run({"grade", "01"});
  verdicts_["02"] = Verdict::wrong;
  run({"grade", "02"});
  EXPECT_EQ(run({}), 0);
  EXPECT_EQ(out(),
            "1 of 2 labs passed, 140 points\n\n"
            "  + 01  The CPU loop             passed            100/100\n"
            "  > 02  One each                 WRONG              40/100\n\n"
            "next: edit labs/02_naive_kernel/kernel.cu, then ./gemmlab grade 02\n"
            "      stuck? ./gemmlab hint 02\n"
            "All commands: ./gemmlab --help\n");
}

TEST_F(Overview, ShowsWhatIsBeyondTheCourseBelowItsHeading) {
  write("labs/labs.table",
        read("labs/labs.table") + "- beyond - Beyond the course\n07 wide kernel.cu Wide\n");
  for (const char* lab : {"01", "02"}) {
    run({"grade", lab});
  }
  EXPECT_EQ(run({}), 0);
  EXPECT_EQ(out(),
            "2 of 2 labs passed, 200 points\n\n"
            "  + 01  The CPU loop             passed            100/100\n"
            "  + 02  One each                 passed            100/100\n\n"
            "Beyond the course\n"
            "    07  Wide                     not graded yet\n\n"
            "You passed all 2 labs. Compare with our solution: ./gemmlab solution 02 --diff\n"
            "Beyond the course: ./gemmlab watch 07\n"
            "All commands: ./gemmlab --help\n");
  EXPECT_EQ(run({"list"}), 0);
  EXPECT_THAT(out(), HasSubstr("\n\nBeyond the course\n07 wide "));
}

TEST_F(Hint, RevealsOneMoreEachTimeThenTheNextStep) {
  EXPECT_EQ(run({"hint", "02"}), 0);
  EXPECT_EQ(out(),
            "Lab 02, step 2.1\n\nHint 1 of 2\n  Look at the index.\n\n"
            "1 more for this step: ./gemmlab hint 2.1\n");
  EXPECT_EQ(run({"hint", "02"}), 0);
  EXPECT_THAT(
      out(),
      HasSubstr(
          "Hint 2 of 2\n  It is row, then column, as in a book. So is each row of C.\n\nNo more"));
  EXPECT_EQ(run({"hint", "naive_kernel"}), 0);
  EXPECT_EQ(out(),
            "Lab 02, step 2.2: Store\n\nHint 1 of 1\n  Guard it.\n\n"
            "No more hints for this step. All hints of the lab: ./gemmlab hint 02 --all\n");
}

TEST_F(Hint, BelongsToTheStepThatFailedLast) {
  verdicts_["02"] = Verdict::out_of_bounds;
  failing_step_ = "2.2";
  run({"grade", "02"});
  EXPECT_EQ(run({"hint", "02"}), 0);
  EXPECT_THAT(out(), HasSubstr("step 2.2"));
}

TEST_F(Hint, ThatNamesTheLastFailureComesAtOnce) {
  write("docs/02_naive_kernel.md",
        "## Hints\n### 2.1\n- Mild.\n- OUT OF BOUNDS? A guard.\n- All of it.\n");
  verdicts_["02"] = Verdict::out_of_bounds;
  failing_step_ = "2.1";
  run({"grade", "02"});
  EXPECT_EQ(run({"hint", "02"}), 0);
  EXPECT_THAT(out(), HasSubstr("Hint 2 of 3\n  OUT OF BOUNDS? A guard.\n\n1 more"));
  EXPECT_EQ(run({"hint", "02"}), 0);
  EXPECT_THAT(out(), HasSubstr("All of it."));
}

TEST_F(Hint, IsByDefaultForTheNextLab) {
  run({"grade", "01"});
  EXPECT_EQ(run({"hint"}), 0);
  EXPECT_THAT(out(), HasSubstr("Lab 02, step 2.1"));
}

TEST_F(Hint, CanBeAskedForAStepOrForAll) {
  EXPECT_EQ(run({"hint", "2.2"}), 0);
  EXPECT_THAT(out(), HasSubstr("step 2.2"));
  EXPECT_EQ(run({"hint", "02", "--all"}), 0);
  EXPECT_THAT(out(), HasSubstr("as in a book."));
  EXPECT_THAT(out(), HasSubstr("Guard it."));
  EXPECT_THAT(out(), Not(HasSubstr("nor this")));
  EXPECT_EQ(run({"hint", "2.1", "--all"}), 0);
  EXPECT_THAT(out(), Not(HasSubstr("Guard it.")));
}

TEST_F(Hint, OfNoLabOrNoStepIsAUsageError) {
  EXPECT_EQ(run({"hint", "2.7"}), 2);
  EXPECT_THAT(err(), HasSubstr("Lab 02 has no step 2.7; it has 2.1 2.2."));
  EXPECT_EQ(run({"hint", "7.1"}), 2);
}

TEST_F(Hint, IsShownEvenIfItCannotBeCounted) {
  write(".gemmlab", "");
  EXPECT_EQ(run({"hint", "02"}), 0);
  EXPECT_THAT(out(), HasSubstr("Look at the index."));
}

TEST_F(Reset, RestoresTheSkeletonAndKeepsTheFile) {
  const std::string skeleton = read("labs/02_naive_kernel/kernel.cu");
  write("labs/02_naive_kernel/kernel.cu", "my work");
  EXPECT_EQ(run({"reset", "02"}), 0);
  EXPECT_EQ(read("labs/02_naive_kernel/kernel.cu"), skeleton);
  const fs::path backups = root_ / ".gemmlab/backups/02_naive_kernel";
  const fs::path backup = fs::directory_iterator(backups)->path();
  EXPECT_EQ(read(backup), "my work");
  EXPECT_THAT(out(), HasSubstr(".gemmlab/backups/02_naive_kernel/" + backup.filename().string()));
}

TEST_F(Reset, TwiceInASecondKeepsBothFiles) {
  for (const char* work : {"one", "two"}) {
    write("labs/02_naive_kernel/kernel.cu", work);
    EXPECT_EQ(run({"reset", "02"}), 0);
  }
  const fs::directory_iterator backups(root_ / ".gemmlab/backups/02_naive_kernel");
  EXPECT_EQ(std::distance(backups, {}), 2);
}

TEST_F(Reset, OfASkeletonDoesNothing) {
  EXPECT_EQ(run({"reset", "02"}), 0);
  EXPECT_EQ(out(), "labs/02_naive_kernel/kernel.cu is already the skeleton.\n");
  EXPECT_FALSE(fs::exists(root_ / ".gemmlab"));
}

TEST_F(Reset, BringsBackAFileThatIsGone) {
  fs::remove_all(student_file("02").parent_path());
  EXPECT_EQ(run({"reset", "02"}), 0);
  EXPECT_THAT(read("labs/02_naive_kernel/kernel.cu"), HasSubstr("TODO(2.1)"));
}

TEST_F(Reset, LeavesTheFileAloneWhereItCannotKeepACopy) {
  write("labs/02_naive_kernel/kernel.cu", "my work");
  write(".gemmlab", "in the way");
  EXPECT_EQ(run({"reset", "02"}), 3);
  EXPECT_EQ(read("labs/02_naive_kernel/kernel.cu"), "my work");
}

TEST_F(Solution, IsForWhoHasPassed) {
  EXPECT_EQ(run({"solution", "02"}), 1);
  EXPECT_EQ(out(), "");
  EXPECT_THAT(err(), HasSubstr("--spoil"));
  run({"grade", "02"});
  EXPECT_EQ(run({"solution", "02"}), 0);
  EXPECT_EQ(out(), read("solutions/02_naive_kernel/kernel.cu"));
}

TEST_F(Solution, StaysOpenAfterALaterFailure) {
  run({"grade", "02"});
  verdicts_["02"] = Verdict::wrong;
  run({"grade", "02"});
  EXPECT_EQ(run({"solution", "02"}), 0);
}

TEST_F(Solution, IsComparedWithTheStudentsFile) {
  write("labs/02_naive_kernel/kernel.cu", "// Step 2.1: find the element.\nint row = 1;\n");
  run({"grade", "02"});
  EXPECT_EQ(run({"solution", "02", "--diff"}), 0);
  EXPECT_EQ(out(),
            "--- yours: labs/02_naive_kernel/kernel.cu\n"
            "+++ ours:  solutions/02_naive_kernel/kernel.cu\n"
            "@@ -1,2 +1,2 @@\n"
            " // Step 2.1: find the element.\n"
            "-int row = 1;\n"
            "+int row = 0;\n");
  write("labs/02_naive_kernel/kernel.cu", read("solutions/02_naive_kernel/kernel.cu"));
  EXPECT_EQ(run({"solution", "02", "--diff"}), 0);
  EXPECT_EQ(out(), "Your file and ours are identical.\n");
}

TEST_F(Solution, IsComparedOnlyByWhoHasPassed) {
  EXPECT_EQ(run({"solution", "02", "--diff"}), 1);
  EXPECT_EQ(out(), "");
}

TEST_F(Solution, IsForWhoInsists) {
  EXPECT_EQ(run({"solution", "02", "--spoil"}), 0);
  EXPECT_THAT(out(), HasSubstr("int row = 0;"));
}

}  // namespace
}  // namespace gemmlab
