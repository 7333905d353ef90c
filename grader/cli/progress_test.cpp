#include "grader/cli/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>

namespace gemmlab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class StateFolder : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/gemmlab-state-XXXXXX";
    folder_ = mkdtemp(name);
  }
  void TearDown() override { fs::remove_all(folder_); }

  Progress read() { return read_progress(folder_, note_); }
  void write_raw(const std::string& text) { std::ofstream(folder_ / "progress") << text; }

  fs::path folder_;
  std::string note_;
};

LabResult failed(Verdict verdict, int score) {
  LabResult result;
  result.slug = "03_tiled_kernel";
  result.verdict = verdict;
  result.score = score;
  return result;
}

Check failing(Verdict verdict, const std::string& hint) {
  Check check;
  check.status = Status::failed;
  check.verdict = verdict;
  check.hint = hint;
  return check;
}

TEST_F(StateFolder, is_empty_at_first) {
  EXPECT_TRUE(read_progress(folder_ / "none", note_).labs.empty());
  EXPECT_EQ(note_, "");
}

TEST_F(StateFolder, gives_back_what_was_written) {
  Progress progress;
  progress.labs["03_tiled_kernel"] = {true, 80, Verdict::does_not_compile, "3.2", {{"3.1", 2}}};
  progress.labs["04_boundary_handling"] = {};
  write_progress(folder_ / "new" / "folder", progress);
  const Progress again = read_progress(folder_ / "new" / "folder", note_);
  EXPECT_EQ(note_, "");
  const LabProgress& lab = again.of("03_tiled_kernel");
  EXPECT_TRUE(lab.passed);
  EXPECT_EQ(lab.best_score, 80);
  EXPECT_EQ(lab.verdict, Verdict::does_not_compile);
  EXPECT_EQ(lab.failing_step, "3.2");
  EXPECT_EQ(lab.hints_shown.at("3.1"), 2);
  EXPECT_FALSE(again.of("04_boundary_handling").verdict);
  EXPECT_EQ(again.of("04_boundary_handling").failing_step, "");
}

TEST_F(StateFolder, puts_a_corrupt_file_aside) {
  for (const char* text :
       {"", "{}", "gemmlab.state/2\n", "gemmlab.state/1\nlab 03\n",
        "gemmlab.state/1\nlab 03 1 80 - MAYBE\n", "gemmlab.state/1\nhints 03 3.1 x\n",
        "gemmlab.state/1\n\n", "gemmlab.state/1\nlab 03 2 80 - RACE\n"}) {
    write_raw(text);
    EXPECT_TRUE(read().labs.empty()) << text;
    EXPECT_THAT(note_, HasSubstr("progress.broken")) << text;
    EXPECT_FALSE(fs::exists(folder_ / "progress"));
    EXPECT_TRUE(fs::exists(folder_ / "progress.broken"));
  }
}

TEST_F(StateFolder, that_cannot_be_made_is_an_error_with_a_reason) {
  write_raw("a file");
  EXPECT_THROW(write_progress(folder_ / "progress", {}), std::runtime_error);
}

TEST(Record, keeps_the_best_score_and_the_last_verdict) {
  Progress progress;
  record(failed(Verdict::passed, 80), progress);
  record(failed(Verdict::race, 40), progress);
  const LabProgress& lab = progress.of("03_tiled_kernel");
  EXPECT_TRUE(lab.passed);
  EXPECT_EQ(lab.best_score, 80);
  EXPECT_EQ(lab.verdict, Verdict::race);
  EXPECT_EQ(summary(lab), "passed, 80/100; last RACE");
}

TEST(Record, takes_the_step_from_the_check_that_gave_the_verdict) {
  Progress progress;
  LabResult result = failed(Verdict::race, 40);
  result.checks = {failing(Verdict::wrong, "3.3"), failing(Verdict::race, "3.2")};
  record(result, progress);
  EXPECT_EQ(progress.of("03_tiled_kernel").failing_step, "3.2");
  result.checks = {failing(Verdict::race, ""), failing(Verdict::wrong, "3.3")};
  record(result, progress);
  EXPECT_EQ(progress.of("03_tiled_kernel").failing_step, "3.3");
}

TEST(Record, learns_nothing_from_what_could_not_be_graded) {
  Progress progress;
  record(failed(Verdict::race, 40), progress);
  record(failed(Verdict::not_graded, 0), progress);
  EXPECT_EQ(progress.of("03_tiled_kernel").verdict, Verdict::race);
}

TEST(Summary, is_short) {
  EXPECT_EQ(summary({}), "not graded yet");
  EXPECT_EQ(summary({true, 80, Verdict::passed, "", {}}), "passed, 80/100");
  EXPECT_EQ(summary({false, 40, Verdict::race, "", {}}), "RACE, best 40/100");
}

}  // namespace
}  // namespace gemmlab
