#include "grader/cli/watch/watched_lab.h"

#include <gmock/gmock.h>

#include <thread>

#include "grader/cli/progress.h"
#include "grader/cli/sample_course.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

using testing::HasSubstr;
using testing::Not;

class Watched : public SampleCourse {
 protected:
  // Waits until the current run has ended.
  void wait() {
    while (lab_.descriptor() >= 0) {
      lab_.go_on();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
  static WatchOptions options() {
    WatchOptions options;
    options.backend = BackendChoice::sim;
    options.html = "page.html";
    return options;
  }
  std::string body() const { return lab_.view().body; }
  std::string keys() const {
    std::string keys;
    for (const KeyHelp& key : lab_.view().keys) {
      keys += key.key;
    }
    return keys;
  }

  Context context_ = context();
  WatchedLab lab_{context_, context_.labs[1], options()};
};

TEST_F(Watched, LabShowsItsReportAndOffersAComparisonOnceItIsPassed) {
  verdicts_["02"] = Verdict::race;
  lab_.grade();
  wait();
  EXPECT_THAT(body(), HasSubstr("RACE"));
  EXPECT_THAT(lab_.view().status, HasSubstr("graded at"));
  EXPECT_EQ(keys(), "henplcq?");
  verdicts_["02"] = Verdict::passed;
  lab_.grade();
  wait();
  EXPECT_THAT(body(), HasSubstr("You passed lab 02."));
  EXPECT_EQ(keys(), "hednplcq?");
  EXPECT_THAT(lab_.view().progress, HasSubstr("passed: 02"));
  lab_.show_comparison();
  EXPECT_THAT(body(), HasSubstr("+int row = 0;"));
}

TEST_F(Watched, LabOffersNoComparisonWhereThereAreNoSolutions) {
  fs::remove_all(root_ / "solutions");
  lab_.grade();
  wait();
  EXPECT_THAT(body(), HasSubstr("You passed lab 02. Press q to quit."));
  EXPECT_EQ(keys(), "henplcq?");
}

TEST_F(Watched, LabSaysThatThereIsNoChangeToShow) {
  lab_.show_fix();
  EXPECT_THAT(lab_.view().status, HasSubstr("nothing is graded yet"));
  verdicts_["02"] = Verdict::race;
  lab_.grade();
  wait();
  lab_.show_fix();
  EXPECT_THAT(lab_.view().status, HasSubstr("no small change is known"));
  EXPECT_THAT(body(), HasSubstr("RACE"));
}

TEST_F(Watched, LabIsWrittenAsAPageToo) {
  verdicts_["02"] = Verdict::race;
  lab_.grade();
  wait();
  EXPECT_THAT(read("page.html"), HasSubstr("RACE"));
  EXPECT_THAT(lab_.view().status, HasSubstr("wrote page.html"));
}

TEST_F(Watched, LabCountsAsProgress) {
  lab_.grade();
  wait();
  EXPECT_TRUE(recall(context_).of_lab("02_naive_kernel").passed);
}

TEST_F(Watched, LabShowsOneMoreHintEachTimeAndTheReportAgain) {
  lab_.grade();
  wait();
  lab_.show_hint();
  EXPECT_THAT(body(), HasSubstr("Look at the index."));
  EXPECT_THAT(body(), Not(HasSubstr("as in a book")));
  lab_.show_hint();
  EXPECT_THAT(body(), HasSubstr("as in a book"));
  lab_.show_report();
  EXPECT_THAT(body(), HasSubstr("PASSED"));
}

TEST_F(Watched, LabKeepsAComparisonFromWhoHasNotPassed) {
  lab_.show_comparison();
  EXPECT_THAT(body(), HasSubstr("You have not passed lab"));
  EXPECT_THAT(body(), Not(HasSubstr("int row")));
}

TEST_F(Watched, LabSaysWhatIsDoneAndKeepsTheLastReportMeanwhile) {
  lab_.grade();
  wait();
  judge_takes_ = std::chrono::seconds(60);
  lab_.grade();
  while (lab_.view().status.find("compiling") == std::string::npos) {
    lab_.go_on();
    ASSERT_GE(lab_.descriptor(), 0);
  }
  EXPECT_THAT(body(), HasSubstr("PASSED"));
  EXPECT_TRUE(lab_.view().is_old);
}

TEST_F(Watched, LabIsReportedBeforeTheLineToChangeIsFound) {
  lab_.grade();
  wait();
  verdicts_["02"] = Verdict::race;
  changes_ = {{7, "row * n", "row * k"}};
  judge_takes_ = std::chrono::seconds(60);
  lab_.grade();
  while (lab_.view().is_old) {
    lab_.go_on();
    ASSERT_GE(lab_.descriptor(), 0);
  }
  EXPECT_THAT(body(), HasSubstr("RACE"));
  EXPECT_THAT(body(), Not(HasSubstr("You passed")));
  EXPECT_THAT(lab_.view().status, HasSubstr("compiling"));
}

TEST_F(Watched, LabKeepsAChangeUntilItIsAskedFor) {
  verdicts_["02"] = Verdict::race;
  changes_ = {{7, "row * n", "row * k"}};
  lab_.grade();
  wait();
  EXPECT_THAT(body(), HasSubstr("Look at line 7: a small change there"));
  EXPECT_THAT(body(), HasSubstr("press f"));
  EXPECT_THAT(body(), Not(HasSubstr("row * k")));
  EXPECT_EQ(keys(), "hfenplcq?");
  lab_.show_fix();
  EXPECT_THAT(body(), HasSubstr("`row * k` in place of `row * n`"));
  changes_ = {};
  lab_.grade();
  wait();
  EXPECT_EQ(keys(), "henplcq?");
}

TEST_F(Watched, ReportIsAsWideAsTheTerminalIsNow) {
  verdicts_["02"] = Verdict::race;
  context_.terminal.live = true;
  context_.terminal.width = 71;
  lab_.grade();
  wait();
  const auto widest = [&] {
    int columns = 0;
    for (const std::string& line : split_lines(body())) {
      columns = std::max(columns, display_width(line));
    }
    return columns;
  };
  for (const int width : {71, 50, 100, 43}) {
    context_.terminal.width = width;
    EXPECT_LE(widest(), width);
    EXPECT_THAT(body(), HasSubstr("RACE"));
  }
  lab_.show_hint();
  lab_.show_hint();
  context_.terminal.width = kNarrowest;
  EXPECT_LE(widest(), kNarrowest);
  lab_.show_keys();
  EXPECT_LE(widest(), 50);
  EXPECT_EQ(lab_.view().keys.front().key, "Esc");
  lab_.show_overview();
  EXPECT_THAT(body(), HasSubstr("labs passed"));
}

TEST_F(Watched, LabIsGradedAnewWhenARunInProgressIsOutOfDate) {
  judge_takes_ = std::chrono::seconds(60);
  lab_.grade();
  judge_takes_ = std::chrono::seconds(0);
  verdicts_["02"] = Verdict::wrong;
  lab_.grade();
  wait();
  EXPECT_THAT(body(), HasSubstr("WRONG"));
  EXPECT_EQ(recall(context_).of_lab("02_naive_kernel").attempts.size(), 1u);
}

TEST_F(Watched, LabsAreAllCheckedALineEach) {
  verdicts_["02"] = Verdict::race;
  lab_.check_all();
  wait();
  EXPECT_THAT(body(), HasSubstr("01 cpu_loop"));
  EXPECT_THAT(body(), HasSubstr("RACE"));
  EXPECT_THAT(body(), HasSubstr("1 of 2 labs passed"));
  EXPECT_THAT(body(), Not(HasSubstr("failed:")));
}

TEST_F(Watched, FileThatIsGoneIsSaidAndNoEnd) {
  std::filesystem::remove(student_file("02"));
  lab_.grade();
  wait();
  EXPECT_THAT(body(), HasSubstr("is missing"));
  EXPECT_THAT(body(), HasSubstr("./gemmlab reset 02"));
}

}  // namespace
}  // namespace gemmlab
