#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include "grader/cli/grading.h"
#include "grader/core/facts/sample_check.h"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

#include "grader/cli/progress.h"
#include "grader/core/facts/cause.h"
#include "grader/core/facts/check.h"
#include "grader/core/facts/fact.h"
#include "grader/core/result.h"
#include "grader/core/verdict.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Journal : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/gemmlab-state-XXXXXX";
    folder_ = mkdtemp(name);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::vector<JournalEntry> read() { return read_journal(folder_, note_); }
  std::string text() const {
    std::ifstream in(folder_ / "journal");
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write_raw(const std::string& text) { std::ofstream(folder_ / "journal") << text; }

  fs::path folder_;
  std::string note_;
};

LabResult result_of(Verdict verdict, int score) {
  LabResult result;
  result.slug = "03_tiled_kernel";
  result.verdict = verdict;
  result.score = score;
  result.seconds = 1.5;
  return result;
}

Check failing(Verdict verdict, const std::string& hint) {
  return finished({}, failed({verdict, WrongValues{}}), {.hint = hint});
}

Cause k_tail_missing() {
  return KTailMissing{{.end = 96, .k = 99}};
}

TEST_F(Journal, IsEmptyAtFirst) {
  EXPECT_TRUE(read_journal(folder_ / "none", note_).empty());
  write_raw("");
  EXPECT_TRUE(read().empty());
  EXPECT_EQ(note_, "");
}

TEST_F(Journal, GivesBackWhatWasWritten) {
  LabResult result = result_of(Verdict::does_not_compile, 40);
  result.checks = {failing(Verdict::does_not_compile, "3.2")};
  result.checks.front().cause = k_tail_missing();
  result.speed = Speed{};
  result.speed->ratio = 1.25;
  result.speed->outcome = SpeedOutcome::too_slow;
  const fs::path folder = folder_ / "new" / "folder";
  append_to_journal(folder, graded(result, "2026-01-31T09:05:00Z"));
  append_to_journal(folder, hint_shown("03_tiled_kernel", "3.1"));
  append_to_journal(folder, reset_to_skeleton("03_tiled_kernel"));
  append_to_journal(folder, graded(result_of(Verdict::passed, 80), "2026-01-31T09:06:00Z"));
  const std::vector<JournalEntry> entries = read_journal(folder, note_);
  EXPECT_EQ(note_, "");
  ASSERT_EQ(entries.size(), 4u);
  EXPECT_EQ(entries[0].attempt.at, "2026-01-31T09:05:00Z");
  EXPECT_EQ(entries[0].attempt.slug, "03_tiled_kernel");
  EXPECT_EQ(entries[0].attempt.verdict, Verdict::does_not_compile);
  EXPECT_EQ(entries[0].attempt.score, 40);
  EXPECT_EQ(entries[0].attempt.speed_ratio, 1.25);
  EXPECT_EQ(entries[0].attempt.seconds, 1.5);
  EXPECT_EQ(entries[0].step, "3.2");
  EXPECT_EQ(entries[0].diagnosis, "k_tail_missing");
  EXPECT_EQ(entries[1].kind, JournalEntry::Kind::hint);
  EXPECT_EQ(entries[1].step, "3.1");
  EXPECT_EQ(entries[2].kind, JournalEntry::Kind::reset);
  EXPECT_EQ(entries[3].attempt.verdict, Verdict::passed);
  EXPECT_FALSE(entries[3].attempt.speed_ratio);
  EXPECT_EQ(entries[3].step, "");
}

TEST_F(Journal, LosesAtMostTheLineThatACrashCutShort) {
  append_to_journal(folder_, hint_shown("03_tiled_kernel", "3.1"));
  append_to_journal(folder_, graded(result_of(Verdict::race, 40), "2026-01-31T09:05:00Z"));
  const std::string whole = text();
  for (std::size_t cut = 1; cut < 40; ++cut) {
    write_raw(whole.substr(0, whole.size() - cut));
    EXPECT_EQ(read().size(), 1u) << cut;
    EXPECT_EQ(note_, "") << cut;
    append_to_journal(folder_, hint_shown("03_tiled_kernel", "3.2"));
    EXPECT_EQ(read().back().step, "3.2") << cut;
  }
}

TEST_F(Journal, LeavesOutLinesThatAreNotInOrderAndSaysSo) {
  for (const char* line :
       {"graded", "graded now 03", "graded now 03 40 100 - 1.0 - - MAYBE",
        "graded now 03 x 100 - 1.0 - - RACE", "graded now 03 40 100 fast 1.0 - - RACE",
        "hint now 03", "reset now", "sung now 03"}) {
    write_raw(std::string("gemmlab.journal/1\n") + line + "\nhint now 03_tiled_kernel 3.1\n");
    EXPECT_EQ(read().size(), 1u) << line;
    EXPECT_THAT(note_, HasSubstr("1 line of")) << line;
  }
}

TEST_F(Journal, PutsAFileAsideThatIsNone) {
  write_raw("something else\n");
  EXPECT_TRUE(read().empty());
  EXPECT_THAT(note_, HasSubstr("journal.broken"));
  EXPECT_FALSE(fs::exists(folder_ / "journal"));
  EXPECT_TRUE(fs::exists(folder_ / "journal.broken"));
}

TEST_F(Journal, LosesNothingWhenSeveralWriteAtOnce) {
  constexpr int kWriters = 4, kLines = 100;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < kWriters; ++writer) {
    writers.emplace_back([&] {
      for (int i = 0; i < kLines; ++i) {
        append_to_journal(folder_, hint_shown("03_tiled_kernel", "3.1"));
      }
    });
  }
  for (std::thread& writer : writers) {
    writer.join();
  }
  EXPECT_EQ(read().size(), std::size_t(kWriters * kLines));
  EXPECT_EQ(note_, "");
}

TEST_F(Journal, ThatCannotBeWrittenIsAnErrorWithAReason) {
  write_raw("a file");
  EXPECT_THROW(append_to_journal(folder_ / "journal", hint_shown("03", "3.1")), std::runtime_error);
}

TEST(Graded, TakesTheStepFromTheCheckThatGaveTheVerdict) {
  LabResult result = result_of(Verdict::race, 40);
  result.checks = {failing(Verdict::wrong, "3.3"), failing(Verdict::race, "3.2")};
  EXPECT_EQ(graded(result, "now").step, "3.2");
  result.checks = {failing(Verdict::race, ""), failing(Verdict::wrong, "3.3")};
  EXPECT_EQ(graded(result, "now").step, "3.3");
  result.verdict = Verdict::not_started;
  EXPECT_EQ(graded(result, "now").step, "");
}

}  // namespace
}  // namespace gemmlab
