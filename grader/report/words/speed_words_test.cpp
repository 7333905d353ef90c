
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/core/facts/fact.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

using testing::HasSubstr;

Speed speed_of(SpeedOutcome outcome, bool on_gpu = true) {
  Speed speed;
  speed.on_gpu = on_gpu;
  speed.baseline = "lab 03";
  speed.ratio = 1.1;
  speed.interval = {1.08, 1.12};
  speed.required = speed.nominal = 1.2;
  speed.reference_ratio = 2.3;
  speed.outcome = outcome;
  return speed;
}

TEST(Sentence, SaysWhatIsNeededAndWhatWasReached) {
  EXPECT_EQ(sentence(speed_of(SpeedOutcome::fast_enough)),
            "1.20x the speed of lab 03 is required; yours is 1.10x (1.08 to 1.12), the textbook "
            "solution's 2.30x on your GPU.");
  Speed limited = speed_of(SpeedOutcome::fast_enough, false);
  limited.required = 0.9;
  EXPECT_EQ(sentence(limited),
            "70 % of the textbook solution's speed-up over lab 03 on this machine is 0.90x; yours "
            "is 1.10x (1.08 to 1.12).");
}

TEST(Sentence, ShowsThatASpeedMissesItsLimit) {
  Speed nearly = speed_of(SpeedOutcome::too_slow);
  nearly.ratio = 1.1996;
  EXPECT_THAT(sentence(nearly), HasSubstr("1.2000x the speed"));
  EXPECT_THAT(sentence(nearly), HasSubstr("yours is 1.1996x"));
}

TEST(Sentence, SaysWhatAnOutcomeThatIsNotPlainMeans) {
  EXPECT_THAT(sentence(speed_of(SpeedOutcome::borderline)), HasSubstr("counts as fast enough"));
  EXPECT_THAT(sentence(speed_of(SpeedOutcome::too_slow)), HasSubstr("It was measured twice."));
}

TEST(SentenceOfUntimed, GivesTheNumbers) {
  EXPECT_THAT(sentence({.cause = ClockJumped{1200, 1980}}), HasSubstr("between 1200 and 1980 MHz"));
  EXPECT_THAT(sentence({.cause = ReferenceSlowed{0.46}}), HasSubstr("at 46 % of the speed"));
  EXPECT_THAT(sentence({.cause = KeptBusy{0.46}}), HasSubstr("only 46 % of its own speed"));
  EXPECT_EQ(
      sentence({.cause = OthersTimed{5}, .is_ours = true}),
      "the reference programs cannot be timed: other gemmlab processes were timing on this machine "
      "for 5 minutes");
}

}  // namespace
}  // namespace gemmlab
