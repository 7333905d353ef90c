#include "grader/cli/progress.h"

#include <gtest/gtest.h>

#include "grader/core/verdict.h"

namespace gemmlab {
namespace {

constexpr const char* kSlug = "03_tiled_kernel";

JournalEntry attempt(Verdict verdict, int score, const std::string& step = "") {
  JournalEntry entry;
  entry.attempt.slug = kSlug;
  entry.attempt.verdict = verdict;
  entry.attempt.score = score;
  entry.step = step;
  return entry;
}

LabProgress after(const std::vector<JournalEntry>& entries) {
  Progress progress;
  for (const JournalEntry& entry : entries) {
    apply_to_progress(entry, progress);
  }
  return progress.of_lab(kSlug);
}

TEST(Progress, OfNothingIsNothing) {
  EXPECT_FALSE(Progress{}.of_lab(kSlug).verdict);
  EXPECT_EQ(summary({}), "not graded yet");
}

TEST(Progress, KeepsTheBestScoreAndTheLastVerdict) {
  const LabProgress lab = after({attempt(Verdict::passed, 80), attempt(Verdict::race, 40, "3.2")});
  EXPECT_TRUE(lab.passed);
  EXPECT_EQ(lab.best.score, 80);
  EXPECT_EQ(lab.verdict, Verdict::race);
  EXPECT_EQ(lab.failing_step, "3.2");
  EXPECT_EQ(lab.attempts.size(), 2u);
  EXPECT_EQ(summary(lab), "passed; last RACE, 80/100");
}

TEST(Progress, LearnsNothingFromWhatCouldNotBeGraded) {
  const LabProgress lab = after({attempt(Verdict::race, 40), attempt(Verdict::not_graded, 0)});
  EXPECT_EQ(lab.verdict, Verdict::race);
  EXPECT_EQ(lab.attempts.size(), 1u);
  EXPECT_EQ(summary(lab), "RACE, best 40/100");
}

TEST(Progress, CountsTheSpeedOfRightProgramsAlone) {
  std::vector<JournalEntry> entries{attempt(Verdict::too_slow, 80), attempt(Verdict::passed, 100),
                                    attempt(Verdict::misses_the_point, 60)};
  const double ratios[] = {0.4, 1.5, 9.0};
  for (std::size_t i = 0; i < entries.size(); ++i) {
    entries[i].attempt.speed_ratio = ratios[i];
  }
  EXPECT_EQ(after(entries).best_speed, 1.5);
  EXPECT_FALSE(after({attempt(Verdict::passed, 80)}).best_speed);
}

TEST(Progress, CountsHintsByStep) {
  const LabProgress lab =
      after({hint_shown(kSlug, "3.1"), hint_shown(kSlug, "3.1"), hint_shown(kSlug, "3.2")});
  EXPECT_EQ(lab.hints_shown.at("3.1"), 2);
  EXPECT_EQ(lab.hints_shown.at("3.2"), 1);
  EXPECT_FALSE(lab.verdict);
}

TEST(Progress, IsNotLostByAReset) {
  const LabProgress lab = after({attempt(Verdict::wrong, 40, "3.1"), reset_to_skeleton(kSlug)});
  EXPECT_EQ(lab.verdict, Verdict::not_started);
  EXPECT_EQ(lab.failing_step, "");
  EXPECT_EQ(lab.best.score, 40);
}

}  // namespace
}  // namespace gemmlab
