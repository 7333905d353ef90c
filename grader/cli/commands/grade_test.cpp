#include <gmock/gmock.h>

#include <filesystem>

#include "grader/cli/context.h"
#include "grader/cli/sample_course.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class Grade : public SampleCourse {};

TEST_F(Grade, JudgesAllLabsAndSaysWhatIsNext) {
  EXPECT_EQ(run({"grade"}), 0);
  EXPECT_THAT(out(), HasSubstr("01 cpu_loop             PASSED              100/100\n"));
  EXPECT_THAT(out(), HasSubstr("2 of 2 labs passed, 200 of 200 points\n"));
  EXPECT_THAT(out(), HasSubstr("You passed all 2 labs."));
}

TEST_F(Grade, Exits1WhenAnyLabFails) {
  verdicts_["01"] = Verdict::race;
  EXPECT_EQ(run({"grade"}), 1);
  EXPECT_THAT(out(), HasSubstr("next: edit labs/01_cpu_loop/kernel.cpp, then ./gemmlab grade 01"));
}

TEST_F(Grade, Exits3WhenThisMachineIsAtFaultEvenIfOthersFail) {
  verdicts_ = {{"01", Verdict::not_graded}, {"02", Verdict::race}};
  EXPECT_EQ(run({"grade"}), 3);
}

TEST_F(Grade, TakesALabByAnyOfItsNamesOnce) {
  EXPECT_EQ(run({"grade", "2", "02", "naive_kernel", "02_naive_kernel"}), 0);
  EXPECT_EQ(judged_.size(), 1u);
  EXPECT_EQ(judged_["02"], "labs/02_naive_kernel/kernel.cu");
}

TEST_F(Grade, NamesTheLabsAndTheNearestWhereThereIsNoneOfThatName) {
  EXPECT_EQ(run({"grade", "naive_kernle"}), 2);
  EXPECT_THAT(err(), HasSubstr("There is no lab 'naive_kernle'. Did you mean 'naive_kernel'?"));
  EXPECT_THAT(err(), HasSubstr("01 cpu_loop\n"));
  EXPECT_EQ(run({"grade", "99"}), 2);
  EXPECT_THAT(err(), Not(HasSubstr("Did you mean")));
}

TEST_F(Grade, TakesOneFileForOneLab) {
  write("mine.cu", "x");
  EXPECT_EQ(run({"grade", "02", "--file", "mine.cu"}), 0);
  EXPECT_EQ(judged_["02"], "mine.cu");
  EXPECT_EQ(run({"grade", "--file", "mine.cu"}), 2);
  EXPECT_EQ(run({"grade", "01", "02", "--file", "mine.cu"}), 2);
  EXPECT_EQ(run({"grade", "02", "--file", "none.cu"}), 2);
  EXPECT_EQ(run({"grade", "02", "--file", "labs"}), 2);
}

TEST_F(Grade, WritesOneResultToStandardOutputAndAllElseToStandardError) {
  for (const auto& [option, start] : {std::pair{"--json", "{"}, std::pair{"--junit", "<?xml"},
                                      std::pair{"--html", "<!doctype html>"}}) {
    EXPECT_EQ(run({"grade", "02", option, "-"}), 0);
    EXPECT_EQ(out().find(start), 0u) << out();
    EXPECT_THAT(out(), Not(HasSubstr("next: ")));
    EXPECT_THAT(err(), HasSubstr("02 naive_kernel         PASSED"));
    EXPECT_FALSE(fs::exists(root_ / "-"));
  }
  EXPECT_EQ(run({"grade", "02", "--json", "-", "--junit", "result.xml"}), 0);
  EXPECT_TRUE(fs::exists(root_ / "result.xml"));
}

TEST_F(Grade, GivesEachResultAPlaceOfItsOwn) {
  EXPECT_EQ(run({"grade", "02", "--json", "-", "--html", "-"}), 2);
  EXPECT_THAT(err(), HasSubstr("--json and --html cannot both go to standard output (-)"));
  EXPECT_EQ(run({"grade", "02", "--json", "result", "--junit", "result"}), 2);
  EXPECT_THAT(err(), HasSubstr("--json and --junit cannot both go to result"));
  EXPECT_TRUE(judged_.empty());
}

TEST_F(Grade, JudgesSolutionsAndOtherTreesWithoutCountingThemAsProgress) {
  EXPECT_EQ(run({"grade", "02", "--solutions"}), 0);
  EXPECT_EQ(judged_["02"], "solutions/02_naive_kernel/kernel.cu");
  EXPECT_EQ(run({"grade", "02", "--tree", "solutions"}), 0);
  EXPECT_FALSE(fs::exists(root_ / ".gemmlab"));
  EXPECT_EQ(run({"grade", "--tree", "none"}), 2);
  EXPECT_EQ(run({"grade", "--tree", "docs"}), 2);
}

TEST_F(Grade, CountsTheStudentsOwnFilesAsProgress) {
  EXPECT_EQ(run({"grade", "01"}), 0);
  verdicts_["02"] = Verdict::out_of_bounds;
  EXPECT_EQ(run({"grade", "02", "--tree", root_ / "labs"}), 1);
  EXPECT_EQ(run({"list"}), 0);
  EXPECT_THAT(out(), HasSubstr("passed, 100/100"));
  EXPECT_THAT(out(), HasSubstr("OUT OF BOUNDS, best 40/100"));
}

TEST_F(Grade, GoesOnWithoutALabWhoseFileIsMissing) {
  fs::remove(student_file("01"));
  EXPECT_EQ(run({"grade"}), 1);
  EXPECT_THAT(out(), HasSubstr("labs/01_cpu_loop/kernel.cpp is missing; ./gemmlab reset 01"));
  EXPECT_THAT(out(), HasSubstr("02 naive_kernel         PASSED"));
}

TEST_F(Grade, IsToldByExit2ThatTheOneFileAskedForIsMissing) {
  fs::remove(student_file("01"));
  EXPECT_EQ(run({"grade", "01"}), 2);
  EXPECT_THAT(err(), HasSubstr("is missing; ./gemmlab reset 01 restores it"));
}

TEST_F(Grade, OffersASolutionOnlyWhereThereIsOne) {
  EXPECT_EQ(run({"grade", "02"}), 0);
  EXPECT_THAT(out(), HasSubstr("compare with ours: ./gemmlab solution 02 --diff"));
  fs::remove_all("solutions");
  EXPECT_EQ(run({"grade", "02"}), 0);
  EXPECT_THAT(out(), Not(HasSubstr("compare with ours")));
  EXPECT_EQ(run({"grade"}), 0);
  EXPECT_THAT(out(), HasSubstr("You passed all 2 labs."));
  EXPECT_THAT(out(), Not(HasSubstr("solution")));
}

TEST_F(Grade, WritesTheResultFiles) {
  verdicts_["01"] = Verdict::race;
  EXPECT_EQ(
      run({"grade", "--json", "r.json", "--junit", "r.xml", "--html", "r.html", "--seed", "12"}),
      1);
  EXPECT_THAT(read("r.json"), HasSubstr("\"verdict\": \"RACE\""));
  EXPECT_THAT(read("r.json"), HasSubstr("\"seed\": 12"));
  EXPECT_THAT(read("r.xml"), HasSubstr("<testsuite name=\"01_cpu_loop\""));
  EXPECT_THAT(read("r.html"), HasSubstr("./gemmlab grade --seed 12 --html r.html"));
  EXPECT_TRUE(judge_options_.explain) << "the page shows what each line costs";
  EXPECT_THAT(out(), Not(HasSubstr("No memory accesses")));
}

TEST_F(Grade, WritesAllElseWherePython3IsMissing) {
  verdicts_["01"] = Verdict::race;
  const std::string path = std::getenv("PATH");
  setenv("PATH", root_.c_str(), 1);
  EXPECT_EQ(run({"grade", "--json", "r.json", "--junit", "r.xml", "--html", "r.html"}), 3);
  setenv("PATH", path.c_str(), 1);
  EXPECT_THAT(err(), HasSubstr("cannot find python3, which this needs: install it"));
  EXPECT_THAT(out(), HasSubstr("1 of 2 labs passed"));
  EXPECT_THAT(out(), HasSubstr("next: edit labs/01_cpu_loop/kernel.cpp"));
  EXPECT_THAT(read("r.json"), HasSubstr("\"verdict\": \"RACE\""));
  EXPECT_THAT(read("r.html"), HasSubstr("</html>"));
  EXPECT_FALSE(fs::exists("r.xml"));
}

TEST_F(Grade, ShowsAllAttemptsOfOnesOwnOnThePage) {
  EXPECT_EQ(run({"grade", "01"}), 0);
  verdicts_["01"] = Verdict::race;
  EXPECT_EQ(run({"grade", "01", "--html", "own page.html"}), 1);
  EXPECT_THAT(read("own page.html"), HasSubstr("2 attempts"));
  EXPECT_THAT(read("own page.html"), HasSubstr("--html 'own page.html'"));
  EXPECT_EQ(run({"grade", "02", "--solutions", "--html", "page.html"}), 0);
  EXPECT_THAT(read("page.html"), Not(HasSubstr("Attempts")));
}

TEST_F(Grade, FindsOutBeforeItStartsThatAResultFileCannotBeWritten) {
  EXPECT_EQ(run({"grade", "--json", "none/r.json"}), 2);
  EXPECT_EQ(run({"grade", "--junit", "labs"}), 2);
  EXPECT_EQ(run({"grade", "--html", "none/r.html"}), 2);
  EXPECT_TRUE(judged_.empty());
}

TEST_F(Grade, PassesShapeAndSeedOnAndDoesNotCountOneShapeAsProgress) {
  EXPECT_EQ(run({"grade", "02", "--shape", "5,4,3", "--seed", "9"}), 0);
  ASSERT_TRUE(judge_options_.only_shape);
  EXPECT_TRUE(judge_options_.only_shape->same_extents({5, 4, 3, ""}));
  EXPECT_EQ(judge_options_.seed, 9u);
  EXPECT_FALSE(fs::exists(root_ / ".gemmlab"));
}

TEST_F(Grade, ExplainsOnlyIfAskedTo) {
  EXPECT_EQ(run({"grade", "02"}), 0);
  EXPECT_FALSE(judge_options_.explain);
  const std::string quiet = out();
  EXPECT_EQ(run({"grade", "02", "--explain", "--shape", "5,4,3"}), 0);
  EXPECT_TRUE(judge_options_.explain);
  EXPECT_TRUE(judge_options_.only_shape);
  EXPECT_THAT(quiet, Not(HasSubstr("sector")));
}

TEST_F(Grade, LooksForTheLineToChangeUnlessItIsQuick) {
  run({"grade", "02"});
  EXPECT_TRUE(judge_options_.try_changes);
  run({"grade", "02", "--quick"});
  EXPECT_FALSE(judge_options_.try_changes);
}

TEST_F(Grade, RefusesShapesThatWouldTakeForEver) {
  EXPECT_EQ(run({"grade", "02", "--shape", "4096,4096,4096"}), 2);
  EXPECT_THAT(err(), HasSubstr("448,448,448"));
  EXPECT_EQ(run({"grade", "02", "--shape", "448,448,448"}), 0);
}

TEST_F(Grade, Exits3WhereAGpuIsRequired) {
  EXPECT_EQ(run({"grade", "02", "--require-gpu"}), 3);
  EXPECT_EQ(run({"grade", "02", "--backend", "cuda"}), 3);
  EXPECT_TRUE(judged_.empty());
}

TEST_F(Grade, WorksWithOneNoteWhereProgressCannotBeKept) {
  write(".gemmlab", "a file where the folder should be");
  EXPECT_EQ(run({"grade"}), 0);
  EXPECT_THAT(out(), HasSubstr("You passed all 2 labs."));
  const std::string note = "note: your progress was not saved";
  EXPECT_EQ(err().find(note), err().rfind(note));
  EXPECT_THAT(err(), HasSubstr(note));
}

TEST_F(Grade, StartsAnewWhereProgressIsCorrupt) {
  write(".gemmlab/journal", "nonsense");
  EXPECT_EQ(run({"grade", "01"}), 0);
  EXPECT_THAT(err(), HasSubstr("is kept as"));
  EXPECT_EQ(read(".gemmlab/journal.broken"), "nonsense");
  EXPECT_EQ(run({"grade", "01"}), 0);
  EXPECT_THAT(err(), Not(HasSubstr("journal")));
}

}  // namespace
}  // namespace gemmlab
